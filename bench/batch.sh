#!/usr/bin/env bash
# How many models a second a batch renders: bench/batch.sh FOLDER ...; COPIES, SIZE, THREADS and
# OPTIONS, others of render, can be set. Prints a row of a Markdown table.
# Each .glb and .gltf in the folders, COPIES times, each copy a file of its own with what it names beside it, and the small built-in scenes once:
# those of at most TRIANGLES, 300,000 if nothing is said.
# Models that cannot be used are left out: a first pass, which is not timed, finds them.
set -euo pipefail
home=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
[ $# -gt 0 ] || { echo "usage: bench/batch.sh FOLDER ..." >&2; exit 2; }
# With so much heap the process stays below 1 GB
export AZULEJO_JAVA_OPTS=${AZULEJO_JAVA_OPTS:--Xmx700m}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
render=("$home/azulejo" render -o "$scratch/out" --size "${SIZE:-512x512}" ${THREADS:+--threads "$THREADS"} ${OPTIONS:-})

for ((copy = 1; copy <= ${COPIES:-13}; copy++)); do
  for folder in "$@"; do
    mkdir -p "$scratch/models/$copy"
    cp -rL "$folder" "$scratch/models/$copy/"
  done
done
find "$scratch/models/1" -name '*.glb' -o -name '*.gltf' | LC_ALL=C sort >"$scratch/first"
"${render[@]}" --list "$scratch/first" --results "$scratch/results" 2>/dev/null || true
sed -n 's/^{"model":"\([^"]*\)","status":"rendered".*/\1/p' "$scratch/results" >"$scratch/good"
for ((copy = 1; copy <= ${COPIES:-13}; copy++)); do
  sed "s|^$scratch/models/1/|$scratch/models/$copy/|" "$scratch/good"
done >"$scratch/list"
for demo in $("$home/azulejo" --help | grep -o 'demo:[a-z]*' | sort -u); do
  triangles=$("$home/azulejo" info "$demo" | sed -n 's/.* \([0-9,]*\) triangles.*/\1/p' | tr -d ,)
  [ "$triangles" -gt "${TRIANGLES:-300000}" ] || echo "$demo" >>"$scratch/list"
done
rm -rf "$scratch/out"

start=$(date +%s.%N)
"${render[@]}" --list "$scratch/list" 2>"$scratch/told" &
process=$!
most=0
while kill -0 $process 2>/dev/null; do
  # The Java virtual machine has taken the launcher's place
  now=$(awk '/VmHWM/ {print int($2 / 1024)}' "/proc/$process/status" 2>/dev/null || true)
  most=$((${now:-0} > most ? ${now:-0} : most))
  sleep 0.2
done
wait $process || { cat "$scratch/told" >&2; exit 1; }
end=$(date +%s.%N)
pictures=$(wc -l <"$scratch/list")
echo "| models of others | copies | pictures | s | pictures a second | MB resident at most |"
echo "| --- | --- | --- | --- | --- | --- |"
awk -v good="$(wc -l <"$scratch/good")" -v copies="${COPIES:-13}" -v n="$pictures" -v from="$start" -v to="$end" -v m="$most" \
  'BEGIN { s = to - from; printf "| %d | %d | %d | %.1f | %.2f | %d |\n", good, copies, n, s, n / s, m }'
