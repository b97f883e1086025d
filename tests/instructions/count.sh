#!/usr/bin/env bash
# count.sh PASSAGES FILE [--fix]: instructions of one acquire and release that nobody disturbs, counted by callgrind, must be what
# FILE says, give or take 10 %: nobody makes them longer, or shorter, unnoticed. --fix writes FILE.
# Counted with scalar scans, and with AVX2 ones where the processor has them (callgrind knows nothing wider).
set -euo pipefail
program=$(readlink -f "$1")
file=$(readlink -m "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

command -v valgrind >/dev/null || { echo "valgrind is missing (cmake/packages.txt)"; exit 1; }

scans=(scalar)
if grep -qw avx2 /proc/cpuinfo; then scans+=(avx2); else echo "no AVX2 here: the figures with it are not checked"; fi

count() {  # scan: lines of `name<tab>instructions`
  mkdir -p -m 700 "$1/locks"
  (cd "$1" && DOORWAY_SCAN=$1 DOORWAY_DIR=$PWD/locks valgrind --tool=callgrind --dump-before=phase_ends \
    --callgrind-out-file=out "$program" >names 2>log) || { cat "$1/log" >&2; return 1; }
  # Dumps are numbered from 1: of each lock's three, the second and the third.
  local i=0 name few many
  while read -r name; do
    few=$(sed -n 's/^totals: //p' "$1/out.$((3 * i + 2))")
    many=$(sed -n 's/^totals: //p' "$1/out.$((3 * i + 3))")
    printf '%s, %s\t%d\n' "$name" "$1" $(((many - few + 500) / 1000))
    i=$((i + 1))
  done <"$1/names"
}
for scan in "${scans[@]}"; do count "$scan" >>counts; done

if [[ ${3-} == --fix ]]; then
  awk -F '\t' '{ printf "%s\n  \"%s\": %d", NR == 1 ? "{" : ",", $1, $2 } END { print "\n}" }' counts >"$file"
  cat "$file"
  exit
fi

status=0
while IFS=$'\t' read -r name now; do
  then=$(sed -n -E "s/^ *\"$name\": ([0-9]+),?$/\1/p" "$file")
  if [[ -z $then ]]; then
    echo "$name: $now instructions; ${file##*/} does not know it"
    status=1
  elif ((10 * now > 11 * then || 10 * now < 9 * then)); then
    echo "$name: $now instructions, but ${file##*/} says $then"
    status=1
  else
    echo "$name: $now instructions, $then on record"
  fi
done <counts
((status == 0)) || echo "if that is what you want: tests/instructions/count.sh build/release/tests/instructions/passages bench/instructions.json --fix"
exit "$status"
