#!/usr/bin/env bash
# What sharing a frame costs: bench/group.sh SCENE[@CAMERA] ...
# A plain device and a group of GPUs with as many threads, each in processes of their own, warm, in interleaved rounds. Prints a Markdown
# table: medians of the rounds' medians, milliseconds a frame, and the median of the rounds' ratios with the least and the most.
# ROUNDS, GPUS, THREADS, SIZE, FRAMES, WARMUP (seconds) and GROUP (more options of the group) can be set.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
[ $# -ge 1 ] || { sed -n '2,5s/^# //p' "${BASH_SOURCE[0]}" >&2; exit 2; }
rounds=${ROUNDS:-5} gpus=${GPUS:-2} threads=${THREADS:-2} size=${SIZE:-1920x1080} frames=${FRAMES:-100} warmup=${WARMUP:-10}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

median() { sort -n | awk '{v[NR] = $1} END {print v[int((NR + 1) / 2)]}'; }
measure() { # options of the device
  "$here/../azulejo" bench "$scene" --camera "$camera" --json --size "$size" --threads "$threads" --frames "$frames" \
    --warmup "$warmup" "$@" | sed -n 's/.*"median_ms": \([0-9.]*\).*/\1/p'
}

echo "| scene, $size, $threads threads, $frames frames after $warmup s, $rounds rounds | one GPU, ms | $gpus GPUs, ms | of one | least – most |"
echo "| --- | --- | --- | --- | --- |"
for argument; do
  scene=${argument%@*} camera=orbit
  [ "$scene" = "$argument" ] || camera=${argument##*@}
  rm -f "$scratch"/*
  for ((round = 0; round < rounds; round++)); do
    # Who comes first changes from round to round
    if ((round % 2)); then
      # shellcheck disable=SC2086 # several options
      group=$(measure --gpus "$gpus" ${GROUP:-})
      one=$(measure)
    else
      one=$(measure)
      # shellcheck disable=SC2086 # several options
      group=$(measure --gpus "$gpus" ${GROUP:-})
    fi
    echo "$one" >>"$scratch/one"
    echo "$group" >>"$scratch/group"
    awk -v a="$one" -v b="$group" 'BEGIN {printf "%.3f\n", b / a}' >>"$scratch/ratio"
  done
  sort -n "$scratch/ratio" >"$scratch/sorted"
  echo "| $(basename "$argument") | $(median <"$scratch/one") | $(median <"$scratch/group") | $(median <"$scratch/sorted") | $(head -1 "$scratch/sorted") – $(tail -1 "$scratch/sorted") |"
done
