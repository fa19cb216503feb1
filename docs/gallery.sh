#!/usr/bin/env bash
# Makes the pictures of docs/gallery.md in docs/gallery, each by the command beneath it. Those of models that others made
# need the folder in which the models are, side by side or as in Khronos' glTF-Sample-Assets; what is not found there is
# told of, and its picture stays as it is:
#   docs/gallery.sh [MODELS]
set -euo pipefail
models=
if [ $# -gt 0 ]; then
  [ -d "$1" ] || { echo "docs/gallery.sh: $1: a folder of models expected" >&2 && exit 2; }
  models=$(cd "$1" && pwd)
fi
cd "$(dirname "$0")"
mkdir -p gallery

# Prints the file of a model that the page calls NAME.gltf: plain files before those of other flavours.
find_model() {
  local name=${1%.*} place found
  for place in "*/glTF/$name.gltf" "*/glTF-Binary/$name.glb" "*/$name.gltf" "*/$name.glb"; do
    found=$(find -L "$models" -path "$place" -type f | LC_ALL=C sort | sed -n 1p)
    if [ -n "$found" ]; then
      printf '%s\n' "$found"
      return
    fi
  done
}

skipped=0
while IFS= read -r line; do
  case $line in ./azulejo\ *) ;; *) continue ;; esac
  # render SCENE -o PICTURE and options
  read -r -a words <<<"${line#./azulejo }"
  scene=${words[1]}
  if [[ $scene != demo:* ]]; then
    file=
    [ -z "$models" ] || file=$(find_model "$scene")
    if [ -z "$file" ]; then
      echo "${words[3]}: ${scene%.*} ${models:+not found in $models, }skipped" >&2
      skipped=$((skipped + 1))
      continue
    fi
    echo "${words[3]}: $file" >&2
    words[1]=$file
  fi
  (cd gallery && ../../azulejo "${words[@]}" </dev/null)
done <gallery.md
if [ "$skipped" -gt 0 ]; then
  echo "$skipped skipped; gallery.md says where the models are to be had: docs/gallery.sh MODELS" >&2
fi
