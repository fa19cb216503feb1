#!/usr/bin/env bash
# One-shot rendering against the F3D viewer: bench/peers/f3d.sh FILE ...
# From process start to the picture on disk. F3D draws with llvmpipe on an X server without a screen that already
# runs; Azulejo's start-up cache is made before. Interleaved rounds, medians. Prints a Markdown table.
# ROUNDS, THREADS and SIZE can be set.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
home=$(cd "$here/../.." && pwd)
rounds=${ROUNDS:-5} threads=${THREADS:-2} size=${SIZE:-1920x1080}
[ $# -gt 0 ] || { echo "usage: bench/peers/f3d.sh FILE.glb ..." >&2; exit 2; }
scratch=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$scratch"' EXIT

mkfifo "$scratch/display"
Xvfb -displayfd 3 -screen 0 "${size}x24" -nolisten tcp 3>"$scratch/display" 2>"$scratch/xvfb.log" &
server=$!
read -r number <"$scratch/display"
export DISPLAY=:$number LIBGL_ALWAYS_SOFTWARE=1 GALLIUM_DRIVER=llvmpipe LP_NUM_THREADS=$threads

# Seconds that a command takes, or "fails" if it leaves no picture or reports an error.
seconds() {
  local start end
  rm -f "$scratch/out.png"
  start=$(date +%s%N)
  ("$@" >"$scratch/log" 2>&1 || true) 2>/dev/null
  end=$(date +%s%N)
  if [ -s "$scratch/out.png" ] && ! grep -q ERROR "$scratch/log"; then
    awk -v n=$((end - start)) 'BEGIN {printf "%.3f\n", n / 1e9}'
  else
    echo fails
  fi
}
median() {
  sort -n | awk '/fails/ {bad = 1} {v[NR] = $1} END {if (bad) print "fails"; else printf "%.2f\n", v[int((NR + 1) / 2)]}'
}
theirs() { seconds f3d --dry-run --verbose --resolution "${size/x/,}" --output "$scratch/out.png" "$1"; }
ours() {
  seconds "$home/azulejo" render "$1" -o "$scratch/out.png" --size "$size" --samples "$2" --threads "$threads"
}

# Builds, and warms the file cache for both.
"$home/azulejo" --version >/dev/null
echo "| scene | Azulejo, s | Azulejo with 4 samples, s | F3D, s |"
echo "| --- | --: | --: | --: |"
for scene in "$@"; do
  theirs "$scene" >/dev/null
  ours "$scene" 1 >/dev/null
  rm -f "$scratch"/times.*
  for ((round = 0; round < rounds; round++)); do
    ours "$scene" 1 >>"$scratch/times.1"
    theirs "$scene" >>"$scratch/times.f3d"
    ours "$scene" 4 >>"$scratch/times.4"
  done
  echo "| $(basename "$scene") | $(median <"$scratch/times.1") | $(median <"$scratch/times.4")" \
    "| $(median <"$scratch/times.f3d") |"
done
printf '\nF3D %s Mesa %s\n' "$(f3d --version | sed -n 's/^Version: //p')" \
  "$(dpkg-query -W -f '${Version}' libgl1-mesa-dri 2>/dev/null || echo unknown)"
