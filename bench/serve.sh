#!/usr/bin/env bash
# What a stream takes: from an input to the picture that shows it in a headless Chromium, what a light under the pointer sends, and how 1, 4 and more sessions
# share the machine; server, browser and load on the same two processors. bench/serve.sh SCENE; SECONDS_EACH part, CHROMIUM, LOADS,
# SESSIONS that the server takes: more come than that, and their ends are told.
set -euo pipefail
[ $# -eq 1 ] || { echo "a scene expected: bench/serve.sh demo:teapot" >&2 && exit 2; }
root=$(cd -P "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
azulejo=${AZULEJO:-$root/azulejo}
chromium=${CHROMIUM:-/usr/bin/chromium}
scratch=$(mktemp -d)
server=
trap 'kill "$server" 2>/dev/null || true; rm -rf "$scratch"' EXIT
pin=()
command -v taskset >/dev/null && pin=(taskset -c 0,1)
"${pin[@]}" "$azulejo" serve "$1" --port 0 --sessions "${SESSIONS:-40}" >"$scratch/said" 2>&1 &
server=$!
until grep -q 'azulejo: http' "$scratch/said"; do
  kill -0 "$server" || { cat "$scratch/said" >&2 && exit 1; }
  sleep 0.2
done
address=$(sed -n 's/^azulejo: \(http.*\)/\1/p' "$scratch/said")
"${pin[@]}" node --experimental-websocket "$root/bench/serve/page.mjs" "$address" "$chromium" "${SECONDS_EACH:-15}"
for count in ${LOADS:-1 2 4 8 16 32}; do
  "${pin[@]}" node --experimental-websocket "$root/bench/serve/load.mjs" "$address" "$count" "${SECONDS_EACH:-15}"
done
