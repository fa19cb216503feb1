#!/usr/bin/env bash
# Plays frame 0 of ATTILA's text traces on the timing model: bench/attila/calls.sh FOLDER
# FOLDER holds torus.txt.gz and spaceship.txt.gz (compstruct/Scalable-Multi-GPU-Rendering). Prints a row of bench/attila/README.md for
# each, and fails if it is not there.
set -euo pipefail
home=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
folder=$(cd "$1" && pwd)
cd "$home"
./mvnw -B -q -pl azulejo-sim -am test -Dtest=AttilaCallsTest -Dsurefire.failIfNoSpecifiedTests=false \
  -Dazulejo.attila="$folder" | grep '^| '
