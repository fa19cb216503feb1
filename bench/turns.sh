#!/usr/bin/env bash
# Is a version slower than another one, where the machine is noisy? bench/turns.sh OLD NEW SCENE[@CAMERA][+animate][+depth] ...
# OLD and NEW are folders of two checkouts. A process holds both and draws the same frame of each in turn; PAIRS of processes a scene, in
# one of which the newer version is loaded first. Prints a Markdown table: medians in milliseconds, the median of the pairs' ratios, their
# quartiles and extremes, and a verdict as versions.sh has it. THREADS, SIZE, PAIRS, FRAMES (measured, of each) and WARMUP (frames of
# each) can be set. OLD_OPTIONS and NEW_OPTIONS are options of bench for one of them alone, so that OLD and NEW can be the same folder:
# NEW_OPTIONS="--gpus 4 --split bins --overlap on" bench/turns.sh . . demo:city. Exit code 2: something fails.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
[ $# -ge 3 ] || { sed -n '2,7s/^# //p' "${BASH_SOURCE[0]}" >&2; exit 2; }
old=$1 new=$2
shift 2
java_home=$("$here/../azulejo" --java-home)
for version in "$old" "$new"; do
  "$version/azulejo" --help > /dev/null # builds
done
echo "| scene, ${SIZE:-1920x1080}, ${THREADS:-2} threads, ${FRAMES:-270} frames after ${WARMUP:-300}, in turn, ${PAIRS:-3} pairs | old, ms | new, ms | new / old | quartiles | least – most | verdict |"
echo "| --- | --- | --- | --- | --- | --- | --- |"
said=$(mktemp)
trap 'rm -f "$said"' EXIT
in_turn() {
  "$java_home/bin/java" --add-modules jdk.incubator.vector --sun-misc-unsafe-memory-access=allow -Djava.awt.headless=true \
    -XX:+UseSerialGC ${AZULEJO_JAVA_OPTS:-} "$here/FramesInTurn.java" "$@" 2> >(grep -v "incubator modules" >&2) || exit 2
}
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
  : > "$said"
  for ((pair = 0; pair < ${PAIRS:-3}; pair++)); do
    for order in straight swapped; do
      in_turn "$old" "$new" "${WARMUP:-300}" "${FRAMES:-270}" "$order" "$scene" --size "${SIZE:-1920x1080}" \
        --threads "${THREADS:-2}" ${options[@]+"${options[@]}"} >> "$said"
    done
  done
  in_turn table "$label" "$said"
done
