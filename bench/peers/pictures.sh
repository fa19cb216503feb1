#!/usr/bin/env bash
# Do Azulejo and llvmpipe draw the same picture in run.sh? bench/peers/pictures.sh SCENE ...
# Prints the mean difference of 8-bit sRGB values and the share of pixels that differ by more than 2, 8 and 32.
# SIZE, SAMPLES and FRAME can be set.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
home=$(cd "$here/../.." && pwd)
size=${SIZE:-1920x1080} samples=${SAMPLES:-1} frame=${FRAME:-5}
[ $# -gt 0 ] || set -- demo:teapot demo:objects demo:city
make -s -C "$here" llvmpipe-bench
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
java_home=$("$home/azulejo" --java-home)

echo "| scene | mean difference | more than 2 | more than 8 | more than 32 |"
echo "| --- | --: | --: | --: | --: |"
for scene in "$@"; do
  "$home/azulejo" bench "$scene" --export "$scratch/scene.peer" --size "$size" --samples "$samples"
  "$here/llvmpipe-bench" "$scratch/scene.peer" --size "$size" --samples "$samples" --frames 1 --warmup 0 \
    --frame "$frame" --out "$scratch/scene.ppm" >"$scratch/log"
  "$java_home/bin/java" --add-modules jdk.incubator.vector -cp "$(<"$home/azulejo-cli/target/azulejo.classpath")" \
    "$here/PictureCompare.java" "$scene" "$scratch/scene.peer" "$frame" "$samples" "$scratch/scene.ppm" \
    2>"$scratch/log" || { cat "$scratch/log" >&2; exit 1; }
done
