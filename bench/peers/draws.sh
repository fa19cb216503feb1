#!/usr/bin/env bash
# Holds Azulejo's pictures of random draw calls against llvmpipe's: bench/peers/draws.sh
# SCENES of each kind and SEED can be set. Exit code 1 if more pixels differ than edges account for.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
home=$(cd "$here/../.." && pwd)
make -s -C "$here" draws
java_home=$("$home/azulejo" --java-home)
(cd "$home" && ./mvnw -B -q -pl azulejo-core -DskipTests package)
exec "$java_home/bin/java" --add-modules jdk.incubator.vector -cp "$home/azulejo-core/target/classes" \
  "$here/DrawsCompare.java" "$here/draws" "${SCENES:-200}" "${SEED:-1}"
