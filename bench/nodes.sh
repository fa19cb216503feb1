#!/usr/bin/env bash
# What pictures cost that are rendered in parts, and what follows for 1 to 64 nodes on 10 and 100 Gb/s, in parts and in whole pictures:
# bench/nodes.sh SCENE…. One worker renders pictures of each scene over loopback, cut and whole, whose reports say what comes and what
# unpacking and writing take; then each part is rendered in one process, for the parts that so many nodes would have.
# SPLIT=bins (or a layout of regions), PICTURES=10 can be set.
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

# renders pictures of a scene by the worker, shared out as the options say; the report says how it went
rendered() {
  "$home/azulejo" render "$1" -o "$scratch/p.png" --size 1280x720 --frames "$((pictures + 2))" "${@:2}" \
    --cluster "127.0.0.1:$port" --report "$scratch/report.json" --shadows off --reuse off 2>"$scratch/said" || { cat "$scratch/said" >&2 && exit 1; }
}

# the median of what the pictures of the report say of some names together, without the first
median() {
  local name files=()
  for name in "$@"; do
    files+=("$scratch/$name")
    grep "\"$name\"" "$scratch/report.json" | tail -n +2 | sed 's/.*: *//; s/,.*//' >"${files[-1]}"
  done
  paste "${files[@]}" | awk '{ sum = 0; for (i = 1; i <= NF; i++) sum += $i; print sum }' | sort -g |
    awk '{ all[NR] = $1 } END { print all[int((NR + 1) / 2)] }'
}

echo "load $(cut -d' ' -f1-3 /proc/loadavg)"
for scene in "$@"; do
  rendered "$scene" "${how[@]}"
  bytes=$(median pixel_bytes)
  write=$(median unpack_ms write_ms)
  printf '\n%s, in parts: by one worker %.1f ms a picture, rendering %.1f; %d bytes come, unpacked and written in %.1f ms\n' \
    "$scene" "$(median ms)" "$(median render_ms)" "$bytes" "$write"
  rendered "$scene" --split frames
  whole_bytes=$(median pixel_bytes)
  whole_ms=$(median render_ms)
  whole_write=$(median unpack_ms write_ms)
  printf '%s, whole: by one worker %.1f ms a picture, rendering and packing %.1f; %d bytes come, unpacked in %.1f ms, written in %.1f\n' \
    "$scene" "$(median ms)" "$whole_ms" "$whole_bytes" "$(median unpack_ms)" "$(median write_ms)"
  "$java_home/bin/java" --add-modules jdk.incubator.vector -XX:+UseSerialGC ${AZULEJO_JAVA_OPTS:-} \
    -cp "$bench/classes:$(<"$bench/bench.classpath")" \
    dev.azulejo.bench.ClusterParts "$split" "$pictures" "$bytes" "$write" "$whole_ms" "$whole_bytes" "$whole_write" "$scene" \
    2> >(grep -v "incubator modules" >&2)
done
echo "load $(cut -d' ' -f1-3 /proc/loadavg)"
