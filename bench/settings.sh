#!/usr/bin/env bash
# What the settings of an option save and cost: bench/settings.sh [SCENE[@CAMERA][+animate] ...]
# Each setting in a process of its own, warm, the same camera path; interleaved rounds, medians; llvmpipe beside them.
# Prints a Markdown table of milliseconds a frame. ROUNDS, THREADS, SIZE, FRAMES, WARMUP (seconds), OPTION and SETTINGS can be set.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
rounds=${ROUNDS:-3} threads=${THREADS:-2} size=${SIZE:-1920x1080} frames=${FRAMES:-60} warmup=${WARMUP:-5}
option=${OPTION:---early-z} settings=${SETTINGS:-off clusters before after on auto}
street=eye:0.75,0.5,0.75 room=eye:-0.35,1.6,-0.3
[ $# -gt 0 ] || set -- "demo:city@$street" demo:city "demo:rooms@$room" demo:objects demo:sphere
make -s -C "$here/peers" llvmpipe-bench
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

field() { sed -n "s/.*\"$1\": \([0-9.]*\).*/\1/p"; }
median() { sort -n | awk '{v[NR] = $1} END {print v[int((NR + 1) / 2)]}'; }

printf '| scene |'
for setting in $settings llvmpipe "off / auto" "llvmpipe / auto"; do printf ' %s |' "$setting"; done
printf '\n| --- |'
for setting in $settings 1 2 3; do printf ' --- |'; done
echo
for argument in "$@"; do
  plain=${argument%+animate} moves=
  [ "$plain" = "$argument" ] || moves=--animate
  scene=${plain%@*} camera=orbit
  [ "$scene" = "$plain" ] || camera=${plain##*@}
  "$here/../azulejo" bench "$scene" --camera "$camera" $moves --export "$scratch/scene.peer" --size "$size"
  rm -f "$scratch"/ms.*
  for ((round = 0; round < rounds; round++)); do
    for setting in $settings; do
      "$here/../azulejo" bench "$scene" --camera "$camera" $moves "$option" "$setting" --json --size "$size" \
        --threads "$threads" --frames "$frames" --warmup "$warmup" | field median_ms >>"$scratch/ms.$setting"
    done
    LP_NUM_THREADS=$threads "$here/peers/llvmpipe-bench" "$scratch/scene.peer" --size "$size" --samples 1 \
      --threads "$threads" --frames "$frames" | field median_ms >>"$scratch/ms.llvmpipe"
  done
  printf '| %s |' "$(basename "$argument")"
  for setting in $settings llvmpipe; do printf ' %.2f |' "$(median <"$scratch/ms.$setting")"; done
  auto=$(median <"$scratch/ms.auto")
  for other in off llvmpipe; do
    awk -v a="$auto" -v b="$(median <"$scratch/ms.$other")" 'BEGIN {printf " %.2f |", b / a}'
  done
  echo
done
