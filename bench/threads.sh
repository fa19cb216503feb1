#!/usr/bin/env bash
# What a second thread gives: bench/threads.sh [SCENE ...]
# Interleaved rounds of one and of two threads; medians of the rounds' median frame times. Prints a Markdown table.
# ROUNDS, SIZE, SAMPLES, FRAMES and WARMUP (seconds) can be set.
set -euo pipefail
home=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
rounds=${ROUNDS:-5} size=${SIZE:-1920x1080} samples=${SAMPLES:-1} frames=${FRAMES:-60} warmup=${WARMUP:-6}
[ $# -gt 0 ] || set -- demo:teapot demo:objects demo:city
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

median() { sort -n | awk '{v[NR] = $1} END {print v[int((NR + 1) / 2)]}'; }

echo "| scene | one thread, ms | two threads, ms | ratio |"
echo "| --- | --- | --- | --- |"
for scene in "$@"; do
  : >"$scratch/1"
  : >"$scratch/2"
  for ((round = 0; round < rounds; round++)); do
    for threads in 1 2; do
      "$home/azulejo" bench "$scene" --json --size "$size" --samples "$samples" --threads "$threads" \
        --frames "$frames" --warmup "$warmup" | sed -n 's/.*"median_ms": \([0-9.]*\).*/\1/p' >>"$scratch/$threads"
    done
  done
  one=$(median <"$scratch/1")
  two=$(median <"$scratch/2")
  echo "| $(basename "$scene") | $one | $two | $(awk -v a="$one" -v b="$two" 'BEGIN {printf "%.2f", a / b}') |"
done
