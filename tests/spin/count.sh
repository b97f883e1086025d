#!/usr/bin/env bash
# count.sh MODEL.pml -DN=3 ...   prints the number of states that Spin stores for the model, exactly, no reduction.
# Any error that Spin finds (an assertion, a bad end) is a failure.
set -euo pipefail
model=$(readlink -f "$1")
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
spin -a "$@" "$model" > spin.log || { cat spin.log >&2; exit 1; }
gcc -O2 -w -DSAFETY -DNOREDUCE -DMEMLIM=4096 -o pan pan.c
./pan -m1000000 > pan.log
if ! grep -q 'errors: 0$' pan.log || grep -q 'max search depth too small' pan.log; then cat pan.log >&2; exit 1; fi
sed -n 's/^ *\([0-9]*\) states, stored.*/\1/p' pan.log
