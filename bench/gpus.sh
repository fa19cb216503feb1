#!/usr/bin/env bash
# What several GPUs spare each other: bench/gpus.sh [SCENE ...]
# For 1, 2, 4, 8, 16 and 64 GPUs, the geometry work of all of them in times of one's, by what pretests ask. Counts, which hardly
# depend on the machine. Prints a Markdown table; PLOT=FILE.svg writes a plot, too. GPUS, SIZE, REGIONS (default: those of the
# command), PIECES, SETTINGS, FRAMES and WARMUP can be set. TABLE=tight prints instead how many of a hundred touches that hints
# name are needless, TABLE=pieces how many pieces are pretested and processed, TABLE=time what share of all GPUs' time pretests
# take, and of that in which they were at work. REPEAT=N takes medians of N runs. AZULEJO starts another build.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
java_home=$("$here/../azulejo" --java-home)
exec "$java_home/bin/java" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 "$here/GpuScaling.java" "${AZULEJO:-$here/../azulejo}" "$@"
