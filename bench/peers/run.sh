#!/usr/bin/env bash
# Compares Azulejo with Mesa llvmpipe: bench/peers/run.sh [SCENE ...]
# Same scenes, camera path, size and shading; two threads each; interleaved rounds, medians.
# A scene may carry +depth (depth only): demo:city+depth.
# Prints a Markdown table. ROUNDS, THREADS, SIZE, SAMPLES, FRAMES and WARMUP (seconds) can be set; on a slow machine the compiler
# is not done with the jungle after 15 seconds.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
home=$(cd "$here/../.." && pwd)
rounds=${ROUNDS:-3} threads=${THREADS:-2} size=${SIZE:-1920x1080} samples=${SAMPLES:-1}
frames=${FRAMES:-60} warmup=${WARMUP:-25}
[ $# -gt 0 ] || set -- demo:teapot demo:objects demo:city
make -s -C "$here" llvmpipe-bench
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

field() { sed -n "s/.*\"$1\": \([0-9.]*\).*/\1/p"; }
median() { sort -n | awk '{v[NR] = $1} END {print v[int((NR + 1) / 2)]}'; }

ours() {
  "$home/azulejo" bench "$scene" $depth --json --size "$size" --samples "$samples" --threads "$threads" \
    --frames "$frames" --warmup "$warmup" | field median_ms
}

theirs() {
  LP_NUM_THREADS=$threads "$here/llvmpipe-bench" "$scratch/scene.peer" $depth --size "$size" \
    --samples "$samples" --threads "$threads" --frames "$frames" | tee "$scratch/last" | field median_ms
}

echo "| scene | Azulejo, ms | llvmpipe, ms | ratio |"
echo "| --- | --- | --- | --- |"
for argument in "$@"; do
  scene=${argument%+depth} depth=
  [ "$scene" = "$argument" ] || depth=--depth-only
  "$home/azulejo" bench "$scene" --export "$scratch/scene.peer" --size "$size" --samples "$samples"
  : >"$scratch/ours"
  : >"$scratch/theirs"
  for ((round = 0; round < rounds; round++)); do
    ours >>"$scratch/ours"
    theirs >>"$scratch/theirs"
  done
  a=$(median <"$scratch/ours")
  b=$(median <"$scratch/theirs")
  ratio=$(awk -v a="$a" -v b="$b" 'BEGIN {printf "%.2f", b / a}')
  echo "$ratio" >>"$scratch/ratios"
  echo "| $(basename "$scene")${depth:+, depth only} | $a | $b | $ratio |"
done
awk '{s += log($1)} END {printf "\nGeometric mean of the ratios: %.2f\n", exp(s / NR)}' "$scratch/ratios"
sed -n 's/.*"version": "\([^"]*\)".*/llvmpipe: \1/p' "$scratch/last"
