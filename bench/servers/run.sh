#!/usr/bin/env bash
# Which library serves streams of pictures best: bench/servers/run.sh; ROUNDS and SECONDS_EACH, of a size and number of sessions, can be set.
# Jetty, Helidon, Javalin, Vert.x and Undertow, each behind the same small protocol, in processes of their own and interleaved rounds. Prints
# Markdown tables: what they bring, round trips, processor time of a message, start, memory, and what one client does that does not read.
set -euo pipefail
[ $# -eq 0 ] || { sed -n '2,4s/^# //p' "${BASH_SOURCE[0]}" >&2; exit 2; }
here=$(cd -P "$(dirname "${BASH_SOURCE[0]}")" && pwd)
java_home=$("$here/../../azulejo" --java-home)
(cd "$here/../.." && ./mvnw -B -q -f bench/servers/pom.xml package)
exec "$java_home/bin/java" --enable-native-access=ALL-UNNAMED -Xmx256m -cp "$here/common/target/classes" dev.azulejo.servers.common.ServerCompare "$here" "${ROUNDS:-3}" "${SECONDS_EACH:-4}"
