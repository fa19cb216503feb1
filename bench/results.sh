#!/usr/bin/env bash
# What machines that do not exist would make of real scenes: bench/results.sh
# Records traces of demo scenes and plays them on many machines; prints the tables of docs/results.md. Cycles: the same on every
# machine and in every run. SIZE (default 1280x720) can be set; WORK=FOLDER keeps the traces, which are
# recorded only where they are not there, and the sweeps as CSV.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
azulejo=${AZULEJO:-$here/../azulejo}
size=${SIZE:-1280x720}
work=${WORK:-$(mktemp -d)}
[ -n "${WORK:-}" ] || trap 'rm -rf "$work"' EXIT
mkdir -p "$work"
sweeps=0

# record NAME SCENE OPTIONS...
record() {
  local at=(--size "$size")
  [[ " $* " == *" --size "* ]] && at=()
  [ -s "$work/$1.work" ] || "$azulejo" trace "$2" "${at[@]}" -o "$work/$1.work" "${@:3}" >&2
}

# table COLUMN RULE... -- SWEEP OPTIONS: rows are the settings but the last, columns the last's values; cells are COLUMN in all
# frames, divided by what RULE says: `first` (how often the first machine's cycles), `frame` (a frame of them), or nothing
table() {
  local column=$1 rule=$2
  shift 2
  sweeps=$((sweeps + 1))
  "$azulejo" sweep "$@" -o "$work/sweep-$sweeps.csv" >/dev/null
  awk -F, -v column="$column" -v rule="$rule" '
    NR == 1 {
      for (i = 1; i <= NF; i++) { if ($i == "frames") last = i - 1; if ($i == column) at = i; if ($i == "cycles") cycles = i }
      next
    }
    {
      row = ""
      for (i = 1; i < last; i++) row = row (i > 1 ? ", " : "") $i
      if (!(row in seen)) { seen[row] = 1; rows[++n] = row }
      if (!($last in known)) { known[$last] = 1; columns[++m] = $last }
      if (!first) first = $cycles
      value = rule == "first" ? sprintf("%.2f", first / $cycles) : rule == "frame" ? sprintf("%.0f", $at / $(last + 1)) : $at
      cell[row, $last] = value
    }
    END {
      line = "| |"; rule = "| --- |"
      for (c = 1; c <= m; c++) { line = line " " columns[c] " |"; rule = rule " --: |" }
      print line; print rule
      for (r = 1; r <= n; r++) {
        line = "| " (rows[r] == "" ? "all" : rows[r]) " |"
        for (c = 1; c <= m; c++) line = line " " cell[rows[r], columns[c]] " |"
        print line
      }
      print ""
    }' "$work/sweep-$sweeps.csv"
}

for scene in city rooms temple terrain; do
  record "$scene" "demo:$scene" --frames 3
done
record city-9 demo:city --frames 9
# More pixels a triangle than at $size
for large in 1920x1080:1 1920x1080:4 2560x1440:4 3840x2160:4; do
  for scene in city temple; do
    record "$scene-$large" "demo:$scene" --size "${large%:*}" --samples "${large#*:}" --frames 1
  done
done
record dashboard demo:dashboard --frames 8 --animate
record viewer demo:viewer --frames 8 --animate
record turning demo:temple --frames 4 --turntable
for edges in 32 8 2; do
  record "terrain-$edges" demo:terrain --frames 1 --edge-pixels "$edges"
done

echo "## Speed-up over one GPU by how a frame is divided"
for scene in city rooms temple terrain; do
  echo; echo "### $scene"; echo
  table cycles first "$work/$scene.work" -m group-4 --vary split=duplicate,sequential,draws,hints --vary gpus=1,2,4,8,16,32,64
  echo "hints by pretest:"; echo
  table cycles first "$work/$scene.work" -m group-4 --vary pretest=off,primitives,bounds,auto --vary gpus=1,2,4,8,16,32,64
done
echo "### terrain, edges of 2 pixels"; echo
table cycles first "$work/terrain-2.work" -m group-4 --vary split=duplicate,sequential,draws,hints --vary gpus=1,2,4,8,16,32,64
echo "### More pixels a triangle, one frame"
for scene in city temple; do
  for large in 1920x1080:1 1920x1080:4 2560x1440:4 3840x2160:4; do
    echo; echo "#### $scene, $large samples"; echo
    table cycles first "$work/$scene-$large.work" -m group-4 --vary split=duplicate,sequential,hints --vary gpus=1,2,4,8,16,32,64
  done
done
echo "### Whole draws: what exchanging pictures takes"
for scene in city rooms temple; do
  echo; echo "### $scene"; echo
  table cycles frame "$work/$scene.work" -m group-4 --set split=draws --vary "hint-latency=0 cycles,200 cycles" \
    --vary "link.bandwidth=64 B/cycle,100000 B/cycle" --vary gpus=8,16,32,64
done
echo "### Sequential exchange with larger batches, 8 GPUs, times as fast as one"
for scene in city rooms temple; do
  echo; echo "### $scene"; echo
  table cycles first "$work/$scene.work" -m group-4 --set split=sequential --vary exchange.batch=4096,16384 \
    --vary exchange.ahead=2,8 --vary gpus=1,8
done
echo "## Latency: 16 GPUs, cycles a frame"
for scene in city rooms; do
  echo; echo "### $scene"; echo
  latencies="hint-latency=0 cycles,20 cycles,50 cycles,200 cycles,2000 cycles,20000 cycles,100000 cycles,500000 cycles"
  table cycles frame "$work/$scene.work" -m group-16 --set split=hints --vary pieces=primitives,chunks --vary "$latencies"
  table cycles frame "$work/$scene.work" -m group-16 --set split=sequential --vary "$latencies"
  table cycles frame "$work/$scene.work" -m group-16 --set split=sequential --set exchange.batch=16384 --set exchange.ahead=8 \
    --vary "$latencies"
done
echo "### Batches under way and their size: 16 GPUs, sequential exchange, times as fast as one GPU"
for scene in city rooms temple; do
  echo; echo "### $scene"; echo
  table cycles first "$work/$scene.work" -m group-16 --vary gpus=1,16 --set split=sequential \
    --vary exchange.batch=1024,4096,16384 --vary "exchange.ahead=0,1,2,4,8,16,64"
done
echo "## Hints that never come, and who pretests what: 16 GPUs, cycles a frame"
for scene in city rooms temple terrain; do
  echo; echo "### $scene"; echo
  table cycles frame "$work/$scene.work" -m group-16 --vary "hint-loss=0,1 %,5 %,20 %,50 %,100 %"
  table cycles frame "$work/$scene.work" -m group-16 --vary deal=even,statistics,handover,dedicated --vary ahead=all,measured
done
echo "## Sides of regions: 16 GPUs, cycles a frame"
for scene in city rooms temple terrain; do
  echo; echo "### $scene"; echo
  table cycles frame "$work/$scene.work" -m group-16 --vary "regions=16,32,64,128,256"
done
echo "### Rooms, by who owns which"; echo
table cycles frame "$work/rooms.work" -m group-16 --vary \
  "map=interleaved:32,interleaved:64,interleaved:128,modulo:32,modulo:64,random:32,random:64,random:128"
echo "### 4 GPUs"
for scene in city rooms temple terrain; do
  echo; echo "### $scene"; echo
  table cycles frame "$work/$scene.work" -m group-4 --vary "map=interleaved:16,interleaved:32,interleaved:64,interleaved:128,interleaved:256,quadrants"
done
echo "## What hints are about: 16 GPUs, cycles a frame"
for scene in city rooms temple; do
  echo; echo "### $scene"; echo
  table cycles frame "$work/$scene.work" -m group-16 --set pretest=primitives --vary pieces=draws,chunks,primitives,auto
  table cycles frame "$work/$scene.work" -m group-16 --set pretest=bounds --vary pieces=draws,chunks,auto
  table cycles frame "$work/$scene.work" -m group-16 --set pretest=auto --vary pieces=chunks,auto
done
echo "## What pretests ask, and of which chunks: 16 GPUs, cycles a frame"
for scene in city rooms temple; do
  echo; echo "### $scene"; echo
  table cycles frame "$work/$scene.work" -m group-16 --vary pieces=chunks,primitives --vary look=all,several --vary pretest=primitives,exact
  table cycles frame "$work/$scene.work" -m group-16 --set pretest=auto --set pieces=auto --vary look=all,several
done
echo "## GPUs of unequal speed: cycles a frame"; echo
table cycles frame "$work/city.work" -m group-4 --set "speeds=3 1 1 1" --vary deal=even,weights,statistics,handover
echo "### Unlike in their compute units, and told so or not"; echo
for speeds in even "3 1 1 1"; do
  table cycles frame "$work/city.work" -m group-4 --set "speeds=$speeds" --set "shader.units=10 | 3 | 3 | 3" \
    --vary deal=even,weights,statistics,handover
done
echo "## Chiplets: cycles a frame"
for scene in city rooms temple; do
  echo; echo "### $scene"; echo
  table cycles frame "$work/$scene.work" -m chiplets-3 --vary early-z=off,on --vary bins.vertices=bounds,positions \
    --vary assign=static,dynamic --vary overlap=off,on --vary gpus=2,3,4,8,16
done
echo "### Nine frames, city"; echo
table cycles frame "$work/city-9.work" -m chiplets-3 --vary overlap=off,on --vary gpus=2,3,4
echo "### Links of the package, city"; echo
table cycles frame "$work/city.work" -m chiplets-3 --vary bins.vertices=bounds,positions --vary "link.bandwidth=1 B/cycle,4 B/cycle,16 B/cycle,64 B/cycle"
echo "### How far vertices go before bins, one frame after the other"
for scene in city rooms temple; do
  echo; echo "### $scene"; echo
  table cycles frame "$work/$scene.work" -m chiplets-3 --set overlap=off --vary early-z=off,on --vary bins.vertices=bounds,positions,full
done
echo "### Where vertices and textures lie, four chiplets"
for scene in city rooms temple; do
  echo; echo "### $scene"; echo
  table cycles frame "$work/$scene.work" -m chiplets-3 --set gpus=4 --vary placement=copies,interleaved,first \
    --vary "link.bandwidth=1536 GB/s,768 GB/s,384 GB/s,96 GB/s"
done
echo "### The same, bound by memory: links of 2, 1, 1/2 and 1/8 of a memory"
for scene in city rooms temple; do
  echo; echo "### $scene"; echo
  table cycles frame "$work/$scene.work" -m chiplets-3 --set gpus=4 --set split=duplicate --set "memory.bandwidth=24 GB/s" \
    --vary placement=copies,interleaved --vary "link.bandwidth=48 GB/s,24 GB/s,12 GB/s,3 GB/s"
done
echo "### The same, city, by the side of regions: with small ones GPUs have like shares"; echo
table cycles frame "$work/city.work" -m chiplets-3 --set gpus=4 --set split=duplicate --set "memory.bandwidth=24 GB/s" \
  --set placement=interleaved --vary regions=16,32,64,128,256 --vary "link.bandwidth=48 GB/s,24 GB/s,12 GB/s,3 GB/s"
echo "## A, B, both together: 16 GPUs, cycles a frame"
for scene in city rooms temple terrain; do
  echo; echo "### $scene"; echo
  table cycles frame "$work/$scene.work" -m group-16 --vary early-z=off,on --vary look=all,several \
    --vary pretest=primitives,exact --vary pieces=chunks,primitives
  table cycles frame "$work/$scene.work" -m group-16 --set split=bins --vary early-z=off,on --vary bins.vertices=bounds,positions \
    --vary overlap=off,on --vary lookers=1,4,16
done
echo "## Hierarchical Z before the window: one GPU, cycles a frame"
for scene in city rooms temple; do
  echo; echo "### $scene"; echo
  table cycles frame "$work/$scene.work" -m desktop --vary early-z=off,setup,on,full,overlap --vary window=4096,16384,65536,frame
  echo "as far ahead as there is room for records:"; echo
  table cycles frame "$work/$scene.work" -m desktop --set early-z=overlap --vary "early-z.records=64 B,256 B,1 KiB,4 KiB,16 KiB,64 KiB"
done
echo "## Reuse of tiles: one GPU, cycles a frame"
for scene in dashboard viewer; do
  echo; echo "### $scene"; echo
  table cycles frame "$work/$scene.work" -m desktop --set window=frame --vary reuse=off,on
  for column in cycles energy_uJ lists_for_nothing; do
    table $column frame "$work/$scene.work" -m desktop --set window=frame --set reuse=on --vary "reuse.test=0 cycles,30 cycles,300 cycles" --vary "reuse.fetch=after,before"
  done
  table energy_uJ frame "$work/$scene.work" -m desktop --set window=frame --vary reuse=off,on
  echo "what a test takes, how many images a target has, and GPUs that take frames in turn:"; echo
  table cycles frame "$work/$scene.work" -m desktop --set window=frame --set reuse=on --vary "reuse.test=0 cycles,30 cycles,300 cycles"
  table cycles frame "$work/$scene.work" -m desktop --set window=frame --set reuse=on --vary reuse.images=1,2,3
  table cycles frame "$work/$scene.work" -m group-2 --set split=frames --set window=frame --vary reuse=off,on
done
echo "### Where nothing stays the same"; echo
table cycles frame "$work/turning.work" -m desktop --set window=frame --vary reuse=off,on
table energy_uJ frame "$work/turning.work" -m desktop --set window=frame --vary reuse=off,on
for column in cycles energy_uJ lists_for_nothing; do
  table $column frame "$work/turning.work" -m desktop --set window=frame --set reuse=on --vary "reuse.test=0 cycles,30 cycles,300 cycles" --vary "reuse.fetch=after,before"
done
echo "## The throttle of hull stages: one GPU, cycles a frame"
for edges in 32 8 2; do
  echo; echo "### terrain, edges of $edges pixels"; echo
  table cycles frame "$work/terrain-$edges.work" -m desktop --vary throttle=off,on,policy
  table cycles frame "$work/terrain-$edges.work" -m desktop --set throttle=cap --vary throttle.cap=1,4,16
  table cycles frame "$work/terrain-$edges.work" -m desktop --vary throttle=on,policy --vary throttle.room=off,on
  table cycles frame "$work/terrain-$edges.work" -m desktop --vary throttle.room=off,on --vary throttle.thresholds=8/4/2,4/2/1,2/1/1,1/1/1
done
