#!/usr/bin/env bash
# Is a version slower than another one? bench/versions.sh OLD NEW [SCENE[@CAMERA][+animate][+depth] ...]
# OLD and NEW are folders of two checkouts; `demos` among the scenes, or none at all, means the demo scenes of bench/README.md.
# Every round runs one process of each: warm frames (side by side on processors of their own where THREADS is at most half of
# them, otherwise one works while the other is stopped; WAY=after: one after the other), then start to PNG, one after the other. Prints Markdown tables with medians
# and the paired ratios. Exit code 0; 1: a scene is slower; 2: wrong use, or something is missing or fails.
# ROUNDS, THREADS, SIZE, FRAMES and WARMUP (seconds) can be set; MEASURE=frames or start: one of the tables;
# PICTURE="--size 1920x1080 --samples 1": options of what is drawn into a file.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
java_home=$("$here/../azulejo" --java-home)
exec "$java_home/bin/java" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 "$here/VersionCompare.java" "$@"
