#!/usr/bin/env bash
# What recording work costs, in turn with devices that do not record: bench/recording.sh THREADS [defaults] SCENE ..., such as
# bench/recording.sh 2 demo:city. With `defaults` early Z and reuse are recorded as well.
set -euo pipefail
home=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
[ $# -gt 1 ] || { echo "usage: bench/recording.sh THREADS [defaults] SCENE ..." >&2; exit 2; }
java_home=$("$home/azulejo" --java-home)
cd "$home"
./mvnw -B -q -pl azulejo-bench -am -DskipTests package \
  dependency:build-classpath -Dmdep.outputFile=target/bench.classpath -Dmdep.includeScope=runtime
exec "$java_home/bin/java" --add-modules jdk.incubator.vector -Djava.awt.headless=true -XX:+UseSerialGC -Xmx3g \
  -cp "azulejo-bench/target/classes:$(<azulejo-bench/target/bench.classpath)" dev.azulejo.bench.RecordingMeasure "${@//demo:/}"
