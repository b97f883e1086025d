#!/usr/bin/env bash
# twins.sh DOORWAY_LAB: Spin, on models written by hand, stores exactly as many states as the lab finds with the shipped
# templates. It would catch a lab that loses states, merges two that differ, or splits one (a forgotten or a dead variable).
set -euo pipefail
lab=$1
here=$(dirname "$(readlink -f "$0")")
failed=0
compare() {  # algorithm n k passages
  local model=$here/${1//-/_}.pml lab_states spin_states
  lab_states=$("$lab" check "$1" -n "$2" -k "$3" --passages "$4" --registers atomic --property exclusion --json |
    sed -n 's/^ *"states": \([0-9]*\).*/\1/p')
  spin_states=$("$here/count.sh" "$model" "-DN=$2" "-DK=$3" "-DPASSAGES=$4")
  echo "$1 n=$2 k=$3 passages=$4: lab $lab_states, Spin $spin_states"
  [[ -n $lab_states && $lab_states == "$spin_states" ]] || failed=1
}
compare k-bakery-cc 3 1 1
compare k-bakery-cc 3 2 1
compare bakery 2 1 2
compare bakery 3 1 1
compare one-bit 3 1 2
compare one-bit 4 1 1
compare levels 3 1 1
compare levels 3 2 2
compare levels 4 2 1
exit "$failed"
