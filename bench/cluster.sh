#!/usr/bin/env bash
# What a cluster costs: a batch in one process, and by 1, 2 and 4 workers on the same two processors (taskset): two threads in one, or one in each. Each batch
# twice: by cold workers and by warm ones. Pictures are compared. bench/cluster.sh MODEL…; OPTIONS as of render, COUNTS of workers.
# FRAMES=N has each model rendered as a sequence in parts instead, of N pictures and of twice as many, a warm-up before: what more
# take, a picture, has no start in it. Say --shadows off in OPTIONS to keep what each worker draws as a whole out of it.
# WARM=N has every second model rendered by code that the others have warmed, N copies of each, without starts: in one process what the
# whole list takes and the others do not, by a cluster what they take behind the others, and one small picture does not; ROUNDS times.
set -euo pipefail
[ $# -gt 0 ] || { echo "models expected: bench/cluster.sh demo:teapot a.glb" >&2 && exit 2; }
root=$(cd -P "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
azulejo=${AZULEJO:-$root/azulejo}
read -ra options <<<"${OPTIONS:---size 512x512}"
port=${PORT:-7870}
models=("$@")
scratch=$(mktemp -d)
workers=()
trap 'kill "${workers[@]}" 2>/dev/null || true; rm -rf "$scratch"' EXIT
ticks=$(getconf CLK_TCK)

# Hundredths of seconds that the processor has worked for processes which run
used() {
  local sum=0 pid line fields
  for pid in "$@"; do
    line=$(<"/proc/$pid/stat")
    read -ra fields <<<"${line##*) }"
    sum=$((sum + fields[11] + fields[12]))
  done
  echo "$sum"
}

# batch NAME OPTION…: seconds by the clock and of the processor
batch() {
  local name=$1 before=0 after=0
  shift
  [ ${#workers[@]} -eq 0 ] || before=$(used "${workers[@]}")
  TIMEFORMAT='%R %U %S'
  { time taskset -c 0,1 "$azulejo" render "${models[@]}" -o "$scratch/$name" "${options[@]}" "$@" 2>"$scratch/said"; } 2>"$scratch/time"
  [ ${#workers[@]} -eq 0 ] || after=$(used "${workers[@]}")
  awk -v more=$((after - before)) -v ticks="$ticks" -v name="$name" \
    '{ printf "%-16s %6.1f s  %6.1f s of processor, %5.1f of them of render\n", name, $1, $2 + $3 + more / ticks, $2 + $3 }' "$scratch/time"
  grep 'azulejo: cluster:' "$scratch/said" || true
  [ "$name" = local ] || diff -r "$scratch/local" "$scratch/$name"
}

# sequence NAME MODEL OPTION…: milliseconds a picture, by the clock and of the processor, of what N more pictures take
sequence() {
  local name=$1 model=$2 count before after seconds=() work=()
  shift 2
  for count in $((FRAMES / 4 + 1)) "$FRAMES" $((2 * FRAMES)); do
    before=0 after=0
    [ ${#workers[@]} -eq 0 ] || before=$(used "${workers[@]}")
    rm -rf "$scratch/$name" && mkdir "$scratch/$name"
    TIMEFORMAT='%R %U %S'
    { time taskset -c 0,1 "$azulejo" render "$model" -o "$scratch/$name/p.png" --frames "$count" "${options[@]}" "$@" 2>"$scratch/said"; } 2>"$scratch/time"
    [ ${#workers[@]} -eq 0 ] || after=$(used "${workers[@]}")
    seconds+=("$(awk '{ print $1 }' "$scratch/time")")
    work+=("$(awk -v more=$((after - before)) -v ticks="$ticks" '{ print $2 + $3 + more / ticks }' "$scratch/time")")
  done
  awk -v name="$name" -v frames="$FRAMES" -v a="${seconds[1]}" -v b="${seconds[2]}" -v c="${work[1]}" -v d="${work[2]}" \
    'BEGIN { printf "%-16s %7.1f ms a picture  %7.1f ms of processor\n", name, (b - a) / frames * 1000, (d - c) / frames * 1000 }'
  grep 'azulejo: cluster:' "$scratch/said" || true
  [ "$name" = local ] || diff -r "$scratch/local" "$scratch/$name"
}

# begin COUNT: workers
begin() {
  local count=$1 threads place i tries
  threads=$((count == 1 ? 2 : 1))
  for ((i = 0; i < count; i++)); do
    place=--join
    [ "$i" -gt 0 ] || place=--listen
    taskset -c 0,1 "$azulejo" worker "$place" "127.0.0.1:$port" --threads "$threads" >"$scratch/worker-$i" 2>&1 &
    workers+=($!)
    for ((tries = 0; tries < 600; tries++)); do
      grep -q 'worker at' "$scratch/worker-$i" && break
      sleep 0.1
    done
    grep -q 'worker at' "$scratch/worker-$i" || { cat "$scratch/worker-$i" >&2 && exit 1; }
  done
}

end() {
  kill "${workers[@]}"
  wait "${workers[@]}" 2>/dev/null || true
  workers=()
  port=$((port + 1))
}

# taken NAME MODEL… -- OPTION…: sets `clock` to the seconds that pictures of models take
taken() {
  local name=$1 what=()
  shift
  while [ "$1" != -- ]; do
    what+=("$1")
    shift
  done
  shift
  rm -rf "${scratch:?}/$name"
  TIMEFORMAT=%R
  { time taskset -c 0,1 "$azulejo" render "${what[@]}" -o "$scratch/$name/" "${options[@]}" "$@" 2>"$scratch/said"; } 2>"$scratch/time" ||
    { cat "$scratch/said" >&2 && exit 1; }
  clock=$(<"$scratch/time")
}

# small OPTION…: the same of one small picture
small() {
  local options=(--size 16x16 --shadows off)
  taken small demo:rooms -- "$@"
}

# halves: what is measured, `these`, and what warms up, `others`, in as many copies as WARM says, each a file of its own
halves() {
  local i copy
  others=() these=()
  for ((i = 0; i < ${#models[@]}; i++)); do
    if ((i % 2)); then
      these+=("${models[i]}")
      continue
    fi
    others+=("${models[i]}")
    for ((copy = 2; copy <= WARM; copy++)); do
      mkdir -p "$scratch/copies/$copy"
      cp -rL "$(dirname "${models[i]}")" "$scratch/copies/$copy/$i"
      others+=("$scratch/copies/$copy/$i/${models[i]##*/}")
    done
  done
  taken expected "${these[@]}" --
}

# warm COUNT: what `these` take by so many workers or, 0, in one process
warm() {
  local count=$1 before
  if [ "$count" = 0 ]; then
    taken others "${others[@]}" -- --threads 2
    before=$clock
    taken all "${others[@]}" "${these[@]}" -- --threads 2
  else
    begin "$count"
    taken others "${others[@]}" -- --cluster "127.0.0.1:$port"
    small --cluster "127.0.0.1:$port"
    before=$clock
    taken "$count" "${these[@]}" -- --cluster "127.0.0.1:$port"
    end
    diff -r "$scratch/expected" "$scratch/$count"
  fi
  awk -v count="$count" -v these="${#these[@]}" -v a="$before" -v b="$clock" \
    'BEGIN { printf "%-16s %6.2f s for %d models, %d ms each\n", count ? count " warm" : "local", b - a, these, 1000 * (b - a) / these }'
}

echo "${#models[@]} models; load $(cut -d' ' -f1-3 /proc/loadavg)"
if [ -n "${FRAMES:-}" ]; then
  for model in "${models[@]}"; do
    echo "$model"
    sequence local "$model" --threads 2
    for count in ${COUNTS:-1 2 4}; do
      begin "$count"
      sequence "$count" "$model" --cluster "127.0.0.1:$port"
      end
    done
  done
elif [ -n "${WARM:-}" ]; then
  halves
  for ((round = 0; round < ${ROUNDS:-3}; round++)); do
    for count in 0 ${COUNTS:-1 2 4}; do
      warm "$count"
    done
  done
else
  batch local --threads 2
  for count in ${COUNTS:-1 2 4}; do
    begin "$count"
    batch "$count cold" --cluster "127.0.0.1:$port"
    batch "$count warm" --cluster "127.0.0.1:$port"
    end
  done
fi
echo "load $(cut -d' ' -f1-3 /proc/loadavg)"
