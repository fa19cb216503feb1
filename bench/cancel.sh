#!/usr/bin/env bash
# How long work goes on after it was cancelled: bench/cancel.sh [SCENE ...]; THREADS and ROUNDS can be set. Prints a Markdown table.
set -euo pipefail
home=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
[ $# -gt 0 ] || set -- demo:teapot demo:objects demo:city demo:sphere
java_home=$("$home/azulejo" --java-home)
(cd "$home" && ./mvnw -B -q -pl azulejo-bench -am -DskipTests package \
  dependency:build-classpath -Dmdep.outputFile=target/bench.classpath -Dmdep.includeScope=runtime)
bench=$home/azulejo-bench/target
exec "$java_home/bin/java" --add-modules jdk.incubator.vector -XX:+UseSerialGC ${AZULEJO_JAVA_OPTS:-} \
  -cp "$bench/classes:$(<"$bench/bench.classpath")" \
  dev.azulejo.bench.CancelLatency "${THREADS:-2}" "${ROUNDS:-200}" "$@" 2> >(grep -v "incubator modules" >&2)
