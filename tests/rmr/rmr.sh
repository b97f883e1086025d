#!/usr/bin/env bash
# rmr.sh DOORWAY-LAB: what `doorway-lab rmr` must show, and what it refuses.
set -euo pipefail

lab=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0

shows() {  # words, then the arguments
  local words=$1
  shift
  "$lab" rmr "$@" >"$folder/out" || { echo "rmr $*: status $?"; failed=1; }
  grep -qE -- "$words" "$folder/out" || { echo "rmr $*: does not say '$words'"; cat "$folder/out"; failed=1; }
}
refuses() {  # words, then the arguments
  local words=$1 status=0
  shift
  "$lab" rmr "$@" >"$folder/out" 2>"$folder/err" || status=$?
  ((status == 2)) || { echo "rmr $*: status $status, not 2"; failed=1; }
  [[ ! -s $folder/out ]] || { echo "rmr $*: speaks on stdout"; failed=1; }
  grep -qF -- "$words" "$folder/err" || { echo "rmr $*: does not name '$words'"; cat "$folder/err"; failed=1; }
}

shows 'round-robin +linear, .* linear, ' k-bakery --model dsm
shows 'waiting: local-spin' k-bakery --model dsm -n 4
shows 'round-robin +linear, .* linear, ' k-bakery --model cc
shows 'NOT local-spin' k-bakery-cc --model dsm -n 4,8 --passages 200
shows '^32 +496 +496 ' one-bit --model cc --schedule paper -n 32
shows '2 passages each: 11 RMRs, exactly' k-bakery --model cc -n 2 -k 1 --exact --passages 100
shows '"blocked": 28' one-bit --model cc-write-back --schedule paper -n 8 --json

shows '' bakery --model cc -n 2,4,8 --passages 100 --plot "$folder/a.svg"
grep -q '</svg>' "$folder/a.svg" || { echo "no picture"; failed=1; }
python3 -c 'import xml.dom.minidom, sys; xml.dom.minidom.parse(sys.argv[1])' "$folder/a.svg" 2>/dev/null ||
  ! command -v python3 >/dev/null || { echo "the picture is not XML"; failed=1; }

# With two active of 256, what is adaptive stays flat.
shows 'round-robin +constant, ' adaptive-tree-lock --model cc -n 8,32,128 --active 2 --passages 200 --schedule round-robin
shows 'round-robin +log n, ' tree-lock --model cc -n 8,32,128 --active 2 --passages 200 --schedule round-robin

refuses '--active 3' bakery --model cc -n 2,8 --active 3
refuses 'k-bakery' k-bakry --model cc
refuses '--model' bakery
refuses 'numa' bakery --model numa
refuses 'zigzag' bakery --model cc --schedule zigzag
refuses 'one-bit' bakery --model cc --schedule paper
refuses '-k 2' bakery --model cc -k 2
refuses '-n 0' bakery --model cc -n 0
refuses '-n 1000' bakery --model cc -n 1000
refuses '-n 2' k-bakery --model cc -n 2,8 -k 3
refuses 'picture.png' bakery --model cc --plot picture.png
refuses '--passages 0' bakery --model cc --passages 0
exit "$failed"
