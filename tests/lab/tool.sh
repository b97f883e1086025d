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
expect 1 "$lab" check one-bit -n 2 --passages unbounded --property starvation-freedom --trace "$folder/loop.json" --json
expect 0 "$lab" replay "$folder/loop.json"
expect 3 "$lab" check k-bakery-cc -n 4 -k 2 --passages 2 --memory 1M
expect 2 "$lab" check no-such-lock
expect 2 "$lab" check k-bakery-cc --property no-such-property
expect 2 "$lab" check k-bakery-cc --recover
