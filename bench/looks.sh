#!/usr/bin/env bash
# How models look beside three.js: bench/looks.sh [MODEL ...] renders charts of materials and the models with both, from the
# same place, in the same surroundings, with the same tone mapping, compares them (FLIP) and writes a page: target/looks/index.html.
# Needs Node.js, npm (for three.js and what drives the browser) and a Chromium, found on the PATH or named by CHROMIUM. OUT: another folder.
set -euo pipefail
home=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
for tool in node npm; do
  command -v "$tool" >/dev/null || { echo "bench/looks.sh: $tool is missing" >&2; exit 2; }
done
chromium=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)}
[ -n "$chromium" ] || { echo "bench/looks.sh: no Chromium on the PATH; CHROMIUM=FILE names one" >&2; exit 2; }
models=()
for model in "$@"; do
  [ -f "$model" ] || { echo "bench/looks.sh: $model: no such file" >&2; exit 2; }
  models+=("$(realpath "$model")")
done
mkdir -p "${OUT:-$home/target/looks}"
out=$(cd "${OUT:-$home/target/looks}" && pwd)
java_home=$("$home/azulejo" --java-home)
cd "$home"
./mvnw -B -q -pl azulejo-bench -am -DskipTests package \
  dependency:build-classpath -Dmdep.outputFile=target/bench.classpath -Dmdep.includeScope=runtime
java=("$java_home/bin/java" --add-modules jdk.incubator.vector -Djava.awt.headless=true -Xmx2g -XX:-DontCompileHugeMethods
  -cp "azulejo-bench/target/classes:$(<azulejo-bench/target/bench.classpath)")
"${java[@]}" dev.azulejo.bench.looks.LooksPictures "$out" ${models[@]+"${models[@]}"}
mkdir -p target/looks-modules
cp bench/looks/package.json target/looks-modules/
(cd target/looks-modules && npm install --no-audit --no-fund --no-package-lock --silent)
# Modules are found beside the file that asks for them
cp bench/looks/three.mjs bench/looks/three.html target/looks-modules/
(cd target/looks-modules && node three.mjs "$out" "$chromium")
"${java[@]}" dev.azulejo.bench.looks.LooksPage "$out"
echo "$out/index.html"
