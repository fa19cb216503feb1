#!/usr/bin/env bash
# How near frames come to what the machine can do: bench/roofline.sh [SCENE ...]; THREADS and FRAMES can be set.
set -euo pipefail
home=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
[ $# -gt 0 ] || set -- demo:objects demo:city demo:sphere
java_home=$("$home/azulejo" --java-home)
(cd "$home" && ./mvnw -B -q -pl azulejo-bench -am -DskipTests package \
  dependency:build-classpath -Dmdep.outputFile=target/bench.classpath -Dmdep.includeScope=runtime)
bench=$home/azulejo-bench/target
exec "$java_home/bin/java" --add-modules jdk.incubator.vector -XX:+UseSerialGC ${AZULEJO_JAVA_OPTS:-} \
  -cp "$bench/classes:$(<"$bench/bench.classpath")" \
  dev.azulejo.bench.Roofline "${THREADS:-2}" "${FRAMES:-120}" "$@" 2> >(grep -v "incubator modules" >&2)
