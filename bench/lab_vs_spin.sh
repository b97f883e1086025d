#!/usr/bin/env bash
# lab_vs_spin.sh DOORWAY_LAB [ROUNDS] [N K PASSAGES]: the lab and Spin on the same model, k-bakery-cc n=4 k=2 with one passage
# each if nothing else is said, one thread each, in turns, so that whatever else the machine does meets both. The model for
# Spin is tests/spin/k_bakery_cc.pml, searched exactly and without reduction; both must find the same number of states.
#
# M states/s: states divided by the processor time of the whole program, starting and, for the lab, learning the processes'
# automata from the code included; medians. bytes: all that Spin says it used, and the lab's set of states and its frontiers,
# divided by the states.
set -euo pipefail
lab=$(readlink -f "$1")
rounds=${2:-5}
n=${3:-4} k=${4:-2} passages=${5:-1}
model=$(dirname "$(readlink -f "$0")")/../tests/spin/k_bakery_cc.pml
model=$(readlink -f "$model")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

spin -a -DN="$n" -DK="$k" -DPASSAGES="$passages" "$model" >spin.log || { cat spin.log; exit 1; }
gcc -O3 -w -DSAFETY -DNOREDUCE -DMEMLIM=8192 -o pan pan.c

median() { sort -g | awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'; }

TIMEFORMAT='%U %S'
seconds() { awk '{ print $1 + $2 }' time.log; }  # of the processor

for ((round = 1; round <= rounds; ++round)); do
  { time ./pan -m100000 -w21 >pan.log; } 2>time.log
  if ! grep -q 'errors: 0$' pan.log || grep -q 'max search depth too small' pan.log; then cat pan.log; exit 1; fi
  awk -v seconds="$(seconds)" '/states, stored/ { states = $1 }
       /total actual memory usage/ { bytes = $1 * 1048576 }
       END { printf "%d %.3f %.1f\n", states, seconds, bytes / states }' pan.log >>spin.txt
  { time "$lab" check k-bakery-cc -n "$n" -k "$k" --passages "$passages" --registers atomic --property exclusion \
    --threads 1 --json >lab.json; } 2>time.log
  awk -v seconds="$(seconds)" -F '[:,]' '/^ *"states"/ { states = $2 } /^ *"bytes"/ { bytes = $2 }
       END { printf "%d %.3f %.1f\n", states, seconds, bytes / states }' lab.json >>lab.txt
  echo "round $round: Spin $(tail -n 1 spin.txt), lab $(tail -n 1 lab.txt)  (states, seconds, bytes a state)"
done

row() {  # name file: states, median rate, median bytes
  printf '%-5s %12d %12.2f %10.1f\n' "$1" "$(awk 'END { print $1 }' "$2")" \
    "$(awk '{ print $1 / $2 / 1e6 }' "$2" | median)" "$(awk '{ print $3 }' "$2" | median)"
}
printf '\n%-5s %12s %12s %10s\n' '' states 'M states/s' bytes
row Spin spin.txt
row lab lab.txt
paste spin.txt lab.txt | awk '{ print ($4 / $5) / ($1 / $2) }' | median |
  awk '{ printf "the lab is %.1f times as fast (median of the rounds)\n", $1 }'
[[ $(awk '{ print $1 }' spin.txt lab.txt | sort -u | wc -l) == 1 ]] || { echo "different numbers of states"; exit 1; }
