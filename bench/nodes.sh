#!/usr/bin/env bash
# What pictures cost that are rendered in parts, and what follows for 4, 16 and 64 nodes on 10 and 100 Gb/s: bench/nodes.sh SCENE….
# One worker renders pictures of each scene over loopback, whose report says what comes and what unpacking takes; then each part is
# rendered in one process, for the parts that so many nodes would have. SPLIT=bins (or a layout of regions), PICTURES=10 can be set.
set -euo pipefail
[ $# -gt 0 ] || { echo "scenes expected: bench/nodes.sh demo:city a.glb" >&2 && exit 2; }
home=$(cd -P "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
split=${SPLIT:-bins}
pictures=${PICTURES:-10}
port=${PORT:-7890}
java_home=$("$home/azulejo" --java-home)
(cd "$home" && ./mvnw -B -q -pl azulejo-bench -am -DskipTests package \
  dependency:build-classpath -Dmdep.outputFile=target/bench.classpath -Dmdep.includeScope=runtime)
bench=$home/azulejo-bench/target
scratch=$(mktemp -d)
worker=
trap 'kill $worker 2>/dev/null || true; rm -rf "$scratch"' EXIT
"$home/azulejo" worker --listen "127.0.0.1:$port" --threads 1 >"$scratch/worker" 2>&1 &
worker=$!
for ((tries = 0; tries < 600; tries++)); do
  grep -q 'worker at' "$scratch/worker" && break
  sleep 0.1
done
how=(--split bins)
[ "$split" = bins ] || how=(--split regions --regions "$split")

# the median of what the pictures of the report say of a name, without the first
median() {
  grep "\"$1\"" "$scratch/report.json" | tail -n +2 | sed 's/.*: *//; s/,.*//' | sort -g | awk '{ all[NR] = $1 } END { print all[int((NR + 1) / 2)] }'
}

echo "load $(cut -d' ' -f1-3 /proc/loadavg)"
for scene in "$@"; do
  "$home/azulejo" render "$scene" -o "$scratch/p.png" --size 1280x720 --frames "$((pictures + 2))" "${how[@]}" \
    --cluster "127.0.0.1:$port" --report "$scratch/report.json" --shadows off --reuse off 2>"$scratch/said" || { cat "$scratch/said" >&2 && exit 1; }
  bytes=$(median pixel_bytes)
  unpack=$(median unpack_ms)
  printf '\n%s: by one worker %.1f ms a picture, rendering %.1f; %d bytes come, unpacked in %.1f ms\n' \
    "$scene" "$(median ms)" "$(median render_ms)" "$bytes" "$unpack"
  "$java_home/bin/java" --add-modules jdk.incubator.vector -XX:+UseSerialGC ${AZULEJO_JAVA_OPTS:-} \
    -cp "$bench/classes:$(<"$bench/bench.classpath")" \
    dev.azulejo.bench.ClusterParts "$split" "$pictures" "$bytes" "$unpack" "$scene" 2> >(grep -v "incubator modules" >&2)
done
echo "load $(cut -d' ' -f1-3 /proc/loadavg)"
