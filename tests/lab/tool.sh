#!/usr/bin/env bash
# tool.sh DOORWAY_LAB: check and replay by their exit statuses, and a counterexample that goes from one to the other.
set -euo pipefail
lab=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

expect() {  # status command...
  local wanted=$1 got=0
  shift
  "$@" >"$folder/out" 2>&1 || got=$?
  if [[ $got != "$wanted" ]]; then
    echo "exit status $got instead of $wanted: $*"
    cat "$folder/out"
    exit 1
  fi
}

expect 0 "$lab" check k-bakery-cc -n 3 -k 2
grep -q '6849 states' "$folder/out"
grep -q 'HOLDS up to 1 passage each' "$folder/out"
expect 0 "$lab" check one-bit -n 3 --passages unbounded --property exclusion
grep -q 'HOLDS$' "$folder/out"
expect 1 "$lab" check k-bakery-cc -n 2 -k 1 --registers safe --property exclusion --trace "$folder/trace.json"
expect 0 "$lab" replay "$folder/trace.json"
grep -q 'VIOLATED' "$folder/out"
# The labels are in the program: it need not find the sources that it was built from.
root=$(cd "$(dirname "$0")/../.." && pwd)
LC_ALL=C sed "s|$root/include|${root//?/x}/include|g" "$lab" >"$folder/elsewhere"
chmod +x "$folder/elsewhere"
! cmp -s "$lab" "$folder/elsewhere" || { echo "doorway-lab does not name its sources: how has it labels?"; exit 1; }
expect 1 "$folder/elsewhere" check k-bakery-cc -n 2 -k 1 --registers safe --property exclusion
grep -q ' 78 Want' "$folder/out" || { echo "no labels without the sources"; cat "$folder/out"; exit 1; }
expect 1 "$lab" check one-bit -n 2 --passages unbounded --property starvation-freedom --trace "$folder/loop.json" --json
expect 0 "$lab" replay "$folder/loop.json"
expect 3 "$lab" check k-bakery-cc -n 4 -k 2 --passages 2 --memory 1M
expect 2 "$lab" check no-such-lock
expect 2 "$lab" check k-bakery-cc --property no-such-property
expect 2 "$lab" check k-bakery-cc --recover

# As many may be inside as there are processes: entering takes no access, and is a step all the same. Each process is in its
# remainder, inside, leaving or done.
for lock in levels naive-levels group-tournament; do
  expect 0 "$lab" check $lock -n 2 -k 2
  grep -q '^16 states' "$folder/out"
  expect 0 "$lab" check $lock -n 3 -k 3 --passages unbounded
done
expect 0 "$lab" check levels -n 1

# What cannot be asked is wrong usage, before any search.
refused() {  # words command...
  local words=$1
  shift
  expect 2 "$@"
  if ! grep -qF -- "$words" "$folder/out"; then
    echo "not refused with '$words': $*"
    cat "$folder/out"
    exit 1
  fi
}
refused '--store-buffer 3: there are no store buffers' "$lab" check bakery -n 2 --store-buffer 3
expect 0 "$lab" check bakery -n 2 --store-buffer 3 --memory-order tso
refused '--cap 3: bakery has no safe register without a domain here' "$lab" check bakery -n 2 --registers atomic --cap 3
refused '--cap 3: one-bit has no safe register without a domain here' "$lab" check one-bit -n 2 --registers safe --cap 3
expect 0 "$lab" check bakery -n 2 --registers safe --cap 3
refused '--memory: a search needs memory' "$lab" check bakery -n 2 --memory 0
refused '--memory: a search needs memory' "$lab" claims bakery --check quick --memory 0G
refused '--memory requires --check' "$lab" claims bakery --memory 1G
refused "there is no folder $folder/none" "$lab" rmr bakery --model cc --plot "$folder/none/plot.svg"
refused '-k: bounded-timestamps is a timestamp system, not a lock' "$lab" walk bounded-timestamps -k 2
refused '--fife: unbounded-timestamps is a timestamp system, not a lock' "$lab" walk unbounded-timestamps --fife 3
refused '-n 9: bounded-timestamps is for at most 8 processes' "$lab" walk bounded-timestamps -n 9
expect 2 "$lab" check tree-lock --abort
expect 2 "$lab" check tree-lock --crashes 1 --recover
expect 2 "$lab" check bakery --crashes 4
expect 2 "$lab" check bakery --threads 100000
expect 2 "$lab" check bakery --threads 0
expect 2 "$lab" check bakery --preemptions -1
expect 2 "$lab" check bakery --cap 0
expect 2 "$lab" check bakery -n 2 --trace "$folder/none/trace.json"
expect 2 "$lab" rmr bakery --model cc --active 0
expect 2 "$lab" walk tree-lock --abort
expect 2 "$lab" walk bakery --episode -1
expect 2 "$lab" walk bakery --fife 0
for steps in inf nan 1e30 0; do expect 2 "$lab" walk bakery --steps $steps; done
expect 2 "$lab" claims bakery --check quick --json
expect 2 "$lab" bakery
grep -q "there is no command 'bakery'" "$folder/out"

expect 3 "$lab" claims k-bakery-cc --check quick --memory 1M
grep -q 'INCONCLUSIVE' "$folder/out"

# No counterexample: no file, not even an old one.
expect 0 "$lab" check one-bit -n 2 --trace "$folder/loop.json"
grep -q 'there is no counterexample' "$folder/out"
[[ ! -e $folder/loop.json ]]

# A walk's trace can be replayed, but not where the walk's own number of steps is what was exceeded.
expect 1 "$lab" walk k-bakery-fife -n 4 --fife 1 --steps 1e5 --trace "$folder/fife.json"
grep -q 'for reading' "$folder/out"
if grep -q 'play it again' "$folder/out"; then exit 1; fi

# Damaged traces are refused, by name, before anything is built.
for damage in '"n": -1' '"n": 1000000000' '"k": 99' '"passages": -1' '"sessions": 100000' '"crashes": 9' '"n": 1e30'; do
  sed "/^ ${damage%%:*}:/d; /^ \"algorithm\"/a $damage," "$folder/trace.json" >"$folder/damaged.json"
  expect 3 "$lab" replay "$folder/damaged.json"
  grep -q "damaged.json: a trace with ${damage:1:1}" "$folder/out"
done

# Output that cannot be written is a failure.
if [[ -w /dev/full ]]; then
  full() {
    local got=0
    "$@" >/dev/full 2>"$folder/out" || got=$?
    if [[ $got != 3 ]]; then
      echo "exit status $got instead of 3, with a full disk: $*"
      exit 1
    fi
  }
  full "$lab" --help
  full "$lab" list
  full "$lab" check bakery -n 2
  full "$lab" walk bakery --steps 1000
  full "$lab" run bakery -n 2 --seconds 0.05
  full "$lab" rmr bakery --model cc -n 2 --passages 10
  full "$lab" replay "$folder/trace.json"
fi
