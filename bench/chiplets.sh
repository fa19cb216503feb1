#!/usr/bin/env bash
# What chiplets process twice and tell each other, and what frames take: bench/chiplets.sh [SCENE ...]
# For 4 and 16 chiplets with 32 coarse bins, beside as many GPUs that share the screen by regions: two Markdown tables, counts and
# times; PLOT=FILE.svg writes a plot of the counts, too, IDLE=FILE.svg one of the share of time in which chiplets idle, and
# IMBALANCE=FILE.svg one of how even bins are dealt. TIMES=off leaves times of sequences out; all times want a quiet machine. CHIPLETS, BINS,
# SIZE, FRAMES, WARMUP (frames, of counts), TIMED (frames, of times), SECONDS_WARM and ROUNDS can be set.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
java_home=$("$here/../azulejo" --java-home)
exec "$java_home/bin/java" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 "$here/ChipletScaling.java" "$here/../azulejo" "$@"
