#!/usr/bin/env bash
# Runs the JMH benchmarks: bench/jmh.sh [JMH arguments], such as: bench/jmh.sh Sampling -prof gc
set -euo pipefail
home=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
java_home=$("$home/azulejo" --java-home)
cd "$home"
./mvnw -B -q -pl azulejo-bench -am -DskipTests package \
  dependency:build-classpath -Dmdep.outputFile=target/bench.classpath -Dmdep.includeScope=runtime
exec "$java_home/bin/java" --add-modules jdk.incubator.vector \
  -cp "azulejo-bench/target/classes:$(<azulejo-bench/target/bench.classpath)" org.openjdk.jmh.Main "$@"
