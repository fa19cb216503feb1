#!/usr/bin/env bash
# What one occlusion test for both eyes could do: bench/stereo.sh [SCENE ...]; EYES, the distance between them, can be set.
# Prints a Markdown table.
set -euo pipefail
home=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
[ $# -gt 0 ] || set -- demo:rooms@eye:-0.35,1.6,-0.3 demo:suite@scene:0 demo:city@eye:0.75,0.5,0.75
java_home=$("$home/azulejo" --java-home)
(cd "$home" && ./mvnw -B -q -pl azulejo-bench -am -DskipTests package \
  dependency:build-classpath -Dmdep.outputFile=target/bench.classpath -Dmdep.includeScope=runtime)
bench=$home/azulejo-bench/target
exec "$java_home/bin/java" --add-modules jdk.incubator.vector -XX:+UseSerialGC ${AZULEJO_JAVA_OPTS:-} \
  -cp "$bench/classes:$(<"$bench/bench.classpath")" \
  dev.azulejo.bench.StereoStudy "${EYES:-0.065}" "$@" 2> >(grep -v "incubator modules" >&2)
