#!/usr/bin/env bash
# commands.sh DOORWAY_LAB: what list, show and run owe their caller: status, words, and the stream that they are on.
set -uo pipefail
lab=$1
out=$(mktemp)
err=$(mktemp)
trap 'rm -f "$out" "$err"' EXIT
failed=0

complain() {
  echo "doorway-lab $*"
  echo "  stdout: $(head -c 300 "$out")"
  echo "  stderr: $(head -c 300 "$err")"
  failed=1
}

# works WORDS ARGS...: status 0, the words on stdout, nothing on stderr
works() {
  local words=$1 status=0
  shift
  "$lab" "$@" >"$out" 2>"$err" || status=$?
  if ((status != 0)) || ! grep -qF -- "$words" "$out" || [[ -s $err ]]; then
    complain "$@: status $status; should work and say '$words'"
  fi
}

# refused WORDS ARGS...: status 2, the words on stderr, beginning with who says it, nothing on stdout
refused() {
  local words=$1 status=0
  shift
  timeout 10 "$lab" "$@" >"$out" 2>"$err" || status=$?
  if ((status != 2)) || ! grep -qF -- "$words" "$err" || [[ $(<"$err") != "doorway-lab $1: "* || -s $out ]]; then
    complain "$@: status $status; should be refused with '$words'"
  fi
}

works k-bakery-fife list
works '"claimed"' list --json
works '| --- |' list --markdown
works 'Theorem 5.12' show k-bakery-cc
works '3 x 3' show k-bakery -n 3 -k 2
works '"arrays"' show levels --json
works 'agrees' claims bakery
works '"agreement"' claims --json
works '| place |' claims --markdown
works '0 differ' claims one-bit --check quick
works 'fairness' run --help
works 'levels' run levels -n 3 -k 2 --seconds 0.05
works '"worst_wait_seconds"' run bakery -n 2 --seconds 0.05 --json
works 'withdrawn' run group-bakery -n 4 --sessions 3 --seconds 0.05 --timeouts
works 'n=5 k=2 l=4' run partial-exclusion -n 5 -k 2 -l 4 --seconds 0.05
works 'n=1 k=1' run two-bits -n 1 --seconds 0.05
works 'n=64 k=3' run k-bakery-fife -n 64 -k 3 --seconds 0.5
works 'weak-one-bit' run --all --seconds 0.1
algorithms=$(find "$(dirname "$0")/../../catalogue" -maxdepth 1 -name '*.json' | wc -l)
if (($(grep -c '^[a-z-]* *n=' "$out") != algorithms)); then
  complain "run --all: should have a row for each of $algorithms algorithms"
fi

refused 'bakery' show bakry
refused 'bakery' claims bakry
refused 'quick' claims --check thoroughly
refused 'k-bakery-fife' run k-bakery-fif
refused 'There are:' run xyzzyxyzzy
refused 'which algorithm' run
refused 'not both' run bakery --all
refused '-n 0' run bakery -n 0
refused '1 to 16' check bakery -n 0
refused '16' check bakery -n 17
refused '64' walk bakery -n 65
refused '-n -3' run bakery -n -3
refused '1024' run bakery -n 1025
refused '-k 0' run levels -k 0
refused '-k 9' run levels -n 8 -k 9
refused 'leave -k out' run bakery -k 2
refused '-l 1' run partial-exclusion -k 2 -l 1
refused '-l 9' run partial-exclusion -n 8 -l 9
refused 'leave -l out' run levels -l 3
refused '--sessions 0' run group-bakery --sessions 0
refused 'leave --sessions out' run bakery --sessions 2
for seconds in 0 -1 nan inf 1e30; do refused '--seconds' run bakery --seconds $seconds; done
refused '-n' run bakery -n eight

# Interrupted, a run stops early and still reports.
start=$SECONDS
timeout --preserve-status -s INT 1 "$lab" run bakery --seconds 60 >"$out" 2>"$err" || complain "run: interrupted, status $?"
if ((SECONDS - start > 20)) || ! grep -q '^bakery .* 0$' "$out" || ! grep -q 'stopped early' "$err"; then
  complain "run bakery --seconds 60, interrupted: should stop early and report"
fi

exit "$failed"
