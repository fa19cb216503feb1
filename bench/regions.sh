#!/usr/bin/env bash
# How large should regions be? bench/regions.sh FOLDER [SCENE ...]
# For each scene, how evenly every way to cut the screen shares out pixels and pixel work, and how many times geometry is processed: a
# table of all scenes, and in FOLDER a plot of each, regions-SCENE.svg. Counts, the same on every machine. GPUS (16) and SIZE
# (1920x1080) can be set, AZULEJO starts another build.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=$1
shift
for scene in "${@:-demo:city}"; do
    name=$(basename "${scene#demo:}")
    "${AZULEJO:-$here/../azulejo}" regions "$scene" --gpus "${GPUS:-16}" --size "${SIZE:-1920x1080}" \
        --plot "$folder/regions-${name%.*}.svg"
    echo
done
