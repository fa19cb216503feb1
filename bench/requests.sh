#!/usr/bin/env bash
# How many pictures a second one Renderer makes of models that are asked for again and again, by sizes of its cache of scenes:
# bench/requests.sh FOLDER ...; ROUNDS, SIDE (pixels) and CACHES (MB) can be set. Prints a Markdown table.
# Each .glb and .gltf in the folders is a model (one that names other files is opened anew each time); ones that cannot be used are left out, which a first pass finds.
set -euo pipefail
home=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
[ $# -gt 0 ] || { echo "usage: bench/requests.sh FOLDER ..." >&2; exit 2; }
java_home=$("$home/azulejo" --java-home)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
(cd "$home" && ./mvnw -B -q -pl azulejo-bench -am -DskipTests package \
  dependency:build-classpath -Dmdep.outputFile=target/bench.classpath -Dmdep.includeScope=runtime)
find "$@" -name '*.glb' -o -name '*.gltf' | LC_ALL=C sort >"$scratch/all"
"$home/azulejo" render --list "$scratch/all" -o "$scratch/out" --size 16x16 --results "$scratch/results" 2>/dev/null || true
sed -n 's/^{"model":"\([^"]*\)","status":"rendered".*/\1/p' "$scratch/results" >"$scratch/good"
bench=$home/azulejo-bench/target
echo "| cache, MB | pictures | found in it | s | pictures a second | MB in it at the end |"
echo "| --- | --- | --- | --- | --- | --- |"
# Each in a process of its own, from which code is compiled anew
for cache in ${CACHES:-0 256 1024}; do
  "$java_home/bin/java" --add-modules jdk.incubator.vector -XX:+UseSerialGC ${AZULEJO_JAVA_OPTS:--Xmx3g} \
    -cp "$bench/classes:$(<"$bench/bench.classpath")" \
    dev.azulejo.bench.RequestRates "${ROUNDS:-13}" "${SIDE:-512}" "$cache" "$scratch/good" 2> >(grep -v "incubator modules" >&2)
done
