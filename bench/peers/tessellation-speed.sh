#!/usr/bin/env bash
# Domain points a second, Azulejo and llvmpipe, over sheets of bicubic patches: bench/peers/tessellation-speed.sh
# Prints a Markdown table. THREADS, ROUNDS, FRAMES a round and WARMUP (milliseconds) can be set; OURS=0 leaves Azulejo out.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
home=$(cd "$here/../.." && pwd)
make -s -C "$here" tessellation-speed
java_home=$("$home/azulejo" --java-home)
(cd "$home" && ./mvnw -B -q -pl azulejo-core -DskipTests package)
exec "$java_home/bin/java" --add-modules jdk.incubator.vector -cp "$home/azulejo-core/target/classes" \
  "$here/TessellationSpeed.java" "$here/tessellation-speed" "${THREADS:-2}" "${ROUNDS:-3}" "${FRAMES:-30}" \
  "${WARMUP:-2000}" "${OURS:-1}"
