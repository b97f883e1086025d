#!/usr/bin/env bash
# own.sh PROGRAM: own_locks.cpp, a program that is nothing but DOORWAY_LAB_MAIN(...), has the commands of doorway-lab over its own
# algorithms. Catches a command that still looks into the catalogue, and a counterexample that cannot be played again.
set -euo pipefail
lab=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

expect() {  # status words command...: the words are in what it prints
  local wanted=$1 words=$2 got=0
  shift 2
  "$@" >"$folder/out" 2>&1 || got=$?
  if [[ $got != "$wanted" ]] || ! grep -qF -- "$words" "$folder/out"; then
    echo "exit status $got instead of $wanted, or not '$words': $*"
    cat "$folder/out"
    exit 1
  fi
}

expect 0 'swapped-peterson' "$lab" list
expect 0 'Want' "$lab" show peterson
expect 2 'Did you mean: peterson' "$lab" check petersn
expect 2 'for at most 2 processes' "$lab" check peterson -n 3
expect 0 'starvation-freedom      HOLDS' "$lab" check peterson --passages unbounded
expect 1 'exclusion               VIOLATED' "$lab" check swapped-peterson --trace "$folder/trace.json"
expect 1 "play it again: $lab replay" "$lab" check swapped-peterson --trace "$folder/trace.json"
grep -q ' 1 Want\[1\] := 1' "$folder/out" || { echo "no labels"; cat "$folder/out"; exit 1; }
expect 0 'VIOLATED' "$lab" replay "$folder/trace.json"
expect 1 "the same again: $lab walk" "$lab" walk swapped-peterson --steps 1e6
expect 0 'nothing was violated' "$lab" walk peterson --steps 1e5
expect 0 'local-spin' "$lab" rmr peterson --model cc --passages 50
expect 0 'peterson' "$lab" run peterson --seconds 0.1
# It has no catalogue.
expect 2 "there is no command 'claims'" "$lab" claims
