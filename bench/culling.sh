#!/usr/bin/env bash
# What early Z misses, and why: bench/culling.sh [SCENE ...]; SETTINGS (all, again, pixels) and SAMPLES can be set. Prints a
# Markdown table; misses of each kind by bounds: within one pixel / 3x3 / larger.
set -euo pipefail
home=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
[ $# -gt 0 ] || set -- demo:temple demo:shop demo:suite demo:city
java_home=$("$home/azulejo" --java-home)
(cd "$home" && ./mvnw -B -q -pl azulejo-bench -am -DskipTests package \
  dependency:build-classpath -Dmdep.outputFile=target/bench.classpath -Dmdep.includeScope=runtime)
bench=$home/azulejo-bench/target
exec "$java_home/bin/java" --add-modules jdk.incubator.vector -XX:+UseSerialGC ${AZULEJO_JAVA_OPTS:-} \
  -cp "$bench/classes:$(<"$bench/bench.classpath")" \
  dev.azulejo.bench.CullingStudy "${SETTINGS:-pixels}" "${SAMPLES:-1,4}" "$@" 2> >(grep -v "incubator modules" >&2)
