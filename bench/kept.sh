#!/usr/bin/env bash
# Says what has become slower by more than five per cent, before a release: bench/kept.sh [--store] [SCENE ...]
# Kernels beside their scalar twins (JMH), and scenes beside Mesa llvmpipe where it can be built; ROUNDS (3) of all,
# interleaved; ratios are held against those of bench/kept.csv, which --store writes. Ends with 1 if something is slower.
set -euo pipefail
home=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
rounds=${ROUNDS:-3}
store=no
if [ "${1:-}" = --store ]; then
  store=yes
  shift
fi
[ $# -gt 0 ] || set -- demo:objects demo:city demo:sphere
java_home=$("$home/azulejo" --java-home)
cd "$home"
./mvnw -B -q -pl azulejo-bench -am -DskipTests package \
  dependency:build-classpath -Dmdep.outputFile=target/bench.classpath -Dmdep.includeScope=runtime
classpath=azulejo-bench/target/classes:$(<azulejo-bench/target/bench.classpath)
now=$(mktemp)
rm "$now"
trap 'rm -f "$now"' EXIT

kept() {
  "$java_home/bin/java" --add-modules jdk.incubator.vector -cp "$classpath" dev.azulejo.bench.KeptFast "$@" \
    2> >(grep -v "incubator modules" >&2)
}

if make -s -C bench/peers llvmpipe-bench 2>/dev/null; then
  peers=yes
else
  echo "llvmpipe cannot be built here (bench/peers/README.md): kernels alone" >&2
  peers=no
fi
for ((round = 1; round <= rounds; round++)); do
  echo "round $round of $rounds" >&2
  kept measure "$now"
  if [ "$peers" = yes ]; then
    ROUNDS=1 bench/peers/run.sh "$@" | awk -F ' *[|] *' '$5 ~ /^[0-9.]+$/ {print $2 " / llvmpipe," $5}' >>"$now"
  fi
done
if [ "$store" = yes ]; then
  kept store "$now" bench/kept.csv
else
  kept compare bench/kept.csv "$now"
fi
