#!/usr/bin/env bash
# Holds Azulejo's tessellator against llvmpipe's, over random tessellation factors: bench/peers/tessellation.sh
# PATCHES of each kind and SEED can be set. Exit code 1 if a point or a primitive differs.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
home=$(cd "$here/../.." && pwd)
make -s -C "$here" tessellation
java_home=$("$home/azulejo" --java-home)
(cd "$home" && ./mvnw -B -q -pl azulejo-core -DskipTests package)
exec "$java_home/bin/java" -cp "$home/azulejo-core/target/classes" \
  "$here/TessellationCompare.java" "$here/tessellation" "${PATCHES:-2000}" "${SEED:-1}"
