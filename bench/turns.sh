#!/usr/bin/env bash
# Is a version slower than another one, where the machine is noisy? bench/turns.sh OLD NEW SCENE[@CAMERA][+animate][+depth] ...
# OLD and NEW are folders of two checkouts. A process a scene holds both and draws the same frame of each in turn; prints a Markdown
# table: medians in milliseconds, the median of the frames' ratios, quartiles and extremes of the medians of nine parts, and a verdict as
# versions.sh has it. THREADS, SIZE, FRAMES (measured, of each) and WARMUP (frames of each) can be set. Exit code 2: something fails.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
[ $# -ge 3 ] || { sed -n '2,6s/^# //p' "${BASH_SOURCE[0]}" >&2; exit 2; }
old=$1 new=$2
shift 2
java_home=$("$here/../azulejo" --java-home)
for version in "$old" "$new"; do
  "$version/azulejo" --help > /dev/null # builds
done
echo "| scene, ${SIZE:-1920x1080}, ${THREADS:-2} threads, ${FRAMES:-270} frames after ${WARMUP:-300}, in turn | old, ms | new, ms | new / old | quartiles | least – most | verdict |"
echo "| --- | --- | --- | --- | --- | --- | --- |"
for label; do
  scene=$label options=()
  while :; do
    case $scene in
      *+animate) scene=${scene%+animate} options+=(--animate) ;;
      *+depth) scene=${scene%+depth} options+=(--depth-only) ;;
      *) break ;;
    esac
  done
  case $scene in
    *@*) options+=(--camera "${scene##*@}") scene=${scene%@*} ;;
  esac
  "$java_home/bin/java" --add-modules jdk.incubator.vector --sun-misc-unsafe-memory-access=allow -Djava.awt.headless=true \
    -XX:+UseSerialGC ${AZULEJO_JAVA_OPTS:-} "$here/FramesInTurn.java" "$old" "$new" "${WARMUP:-300}" "${FRAMES:-270}" "$label" \
    "$scene" --size "${SIZE:-1920x1080}" --threads "${THREADS:-2}" ${options[@]+"${options[@]}"} \
    2> >(grep -v "incubator modules" >&2) || exit 2
done
