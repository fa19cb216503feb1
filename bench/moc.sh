#!/usr/bin/env bash
# Depth alone beside the fill-rate test of Masked Occlusion Culling: MOC=path/to/fill bench/moc.sh [SIDE ...]
# Theirs is built from https://github.com/GameTechDev/MaskedOcclusionCulling by whoever measures. One thread each, ROUNDS (3) of a
# process of each in turn; processor times, so that others on the machine matter less; of ours the median of PASSES (5) after WARMUP (4) seconds, for each of EARLY_Z (off, on or off,on) and with
# sorting windows of WINDOW triangles (whole: all). Prints a Markdown table of medians; ratios are those of the rounds.
set -euo pipefail
home=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
[ -x "${MOC:-}" ] && [ ! -d "$MOC" ] || { echo "MOC='${MOC:-}': the executable of Masked Occlusion Culling's fill-rate test expected" >&2; exit 2; }
java_home=$("$home/azulejo" --java-home)
(cd "$home" && ./mvnw -B -q -pl azulejo-bench -am -DskipTests package \
  dependency:build-classpath -Dmdep.outputFile=target/bench.classpath -Dmdep.includeScope=runtime)
bench=$home/azulejo-bench/target
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

${CC:-cc} -shared -fPIC -O2 -o "$scratch/clock.so" "$home/bench/moc-clock.c" -ldl || { echo "CC='${CC:-cc}': a C compiler expected" >&2; exit 2; }

ours() {
  "$java_home/bin/java" --add-modules jdk.incubator.vector -XX:+UseSerialGC -Xmx6g ${AZULEJO_JAVA_OPTS:-} \
    -cp "$bench/classes:$(<"$bench/bench.classpath")" dev.azulejo.bench.FillMeasure "$@" 2> >(grep -v "incubator modules" >&2)
}

for ((round = 1; round <= ${ROUNDS:-3}; round++)); do
  echo "round $round of ${ROUNDS:-3}" >&2
  # What it does with several threads comes last, and is left out
  LD_PRELOAD=$scratch/clock.so "$MOC" 2>"$scratch/clock" | sed '/multi threaded/,$d' >>"$scratch/theirs" || { echo "MOC='$MOC' has failed" >&2; exit 2; }
  grep -q '^processor time$' "$scratch/clock" || { echo "MOC='$MOC' does not measure with the real-time clock of the C library" >&2; exit 2; }
  ours measure "${EARLY_Z:-off}" "${WINDOW:-whole}" "${WARMUP:-4}" "${PASSES:-5}" "$@" >>"$scratch/ours" || exit 2
done
sed -n 's/^Instruction set: */Masked Occlusion Culling: /p' "$scratch/theirs" | tail -n 1 >&2
ours table "$scratch/theirs" "$scratch/ours"
