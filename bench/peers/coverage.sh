#!/usr/bin/env bash
# Holds Azulejo's coverage against llvmpipe's, over random triangles: bench/peers/coverage.sh
# SAMPLES (1 or 4), PICTURES of each kind and SEED can be set. Exit code 1 if a pixel differs that should not.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
home=$(cd "$here/../.." && pwd)
make -s -C "$here" coverage
java_home=$("$home/azulejo" --java-home)
(cd "$home" && ./mvnw -B -q -pl azulejo-core -DskipTests package)
exec "$java_home/bin/java" --add-modules jdk.incubator.vector -cp "$home/azulejo-core/target/classes" \
  "$here/CoverageCompare.java" "$here/coverage" "${SAMPLES:-1}" "${PICTURES:-10}" "${SEED:-1}"
