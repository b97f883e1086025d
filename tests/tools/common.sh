# Sourced by the tests of the tool `doorway`: COMMON.sh TOOL. Names live in a folder of the test's own, which goes at the end
# together with every process that the test has left.
# shellcheck shell=bash
set -uo pipefail

# No signal ignored: a shell ignores SIGINT and SIGQUIT for what it starts in the background, this test perhaps among it, and no
# shell takes back what was ignored when it began.
[[ -n ${DOORWAY_TEST_TAKES_SIGNALS-} ]] || DOORWAY_TEST_TAKES_SIGNALS=1 exec env --default-signal bash "$0" "$@"

doorway=$1
[[ -x $doorway ]] || { echo "usage: $0 PATH-TO-DOORWAY"; exit 2; }

memory=/dev/shm
[[ -w $memory ]] || memory=${TMPDIR:-/tmp}
here=$(mktemp -d --tmpdir="$memory")
export DOORWAY_DIR=$here/names
failures=0

clean_up() {
  local left commands pid
  # Only what this test has started. TERM first: doorway passes it on to its command, which would outlive a KILL.
  mapfile -t left < <(jobs -p)
  for pid in "${left[@]}"; do kill -TERM "$pid" 2>/dev/null && kill -CONT "$pid" 2>/dev/null; done
  mapfile -t commands < <("$doorway" status --json 2>/dev/null | sed -n 's/.*"command_pid": \([0-9]*\).*/\1/p')
  for pid in "${left[@]}"; do until_true 2 is_gone "$pid" || kill -KILL "$pid" "${commands[@]}" 2>/dev/null; done
  for pid in "${strays[@]}"; do kill -KILL "$pid" 2>/dev/null; done
  wait 2>/dev/null
  rm -rf "$here"
}
strays=()  # processes to end that are not our children
trap clean_up EXIT

fail() {
  echo "FAILED: $*"
  failures=$((failures + 1))
}
# left_out WHY: a part of the test that needs a power is not run. The test must say POWERS in CMakeLists.txt.
left_out() {
  echo "left out: $*"
  parts_left_out=1
}
parts_left_out=0
finish() {
  ((failures == 0)) || exit 1
  ((parts_left_out)) && exit 77
  echo "ok"
  exit 0
}

# same WHAT WANTED GOT
same() { [[ $2 == "$3" ]] || fail "$1: wanted '$2', got '$3'"; }
# has WHAT PART TEXT
has() { [[ $3 == *"$2"* ]] || fail "$1: '$2' is not in: $3"; }

# status_of COMMAND...: its exit status; output to $here/out and $here/err
status_of() {
  "$@" >"$here/out" 2>"$here/err"
  echo $?
}

now_ms() { echo $(($(date +%s%N) / 1000000)); }

# ends_by WHAT SIGNAL PID MS: the signal ends it, soon enough.
ends_by() {
  local began got
  began=$(now_ms)
  kill "-$2" "$3"
  wait "$3"
  got=$?
  same "$1" $((128 + $(kill -l "$2"))) $got
  (($(now_ms) - began < $4)) || fail "$1: only after $(($(now_ms) - began)) ms"
}

# until_true SECONDS COMMAND...: waits for it
until_true() {
  local end=$(($(now_ms) + $1 * 1000))
  shift
  until "$@" >/dev/null 2>&1; do
    (($(now_ms) < end)) || return 1
    sleep 0.01
  done
}

# How many are inside or waiting, from status --json (which prints one key a line). Who is still arriving may be overtaken, and is
# not counted.
count_in() {  # NAME inside|waiting
  "$doorway" status "$1" --json 2>/dev/null |
    awk -v list="\"$2\":" '$1 == list { on = 1 } on && $1 == "\"state\":" && !/"arriving"/ { n++ }
      on && /^  \]/ { on = 0 } END { print n + 0 }'
}
inside() { [[ $(count_in "$1" inside) == "$2" ]]; }
waiting() { [[ $(count_in "$1" waiting) == "$2" ]]; }
# Ended, though perhaps nobody has asked for its status yet.
is_gone() { ! grep -q '^State:.[^ZX]' "/proc/$1/status" 2>/dev/null; }
# The pid of the command of the one inside (of the last, if there are several).
command_of() { "$doorway" status "$1" --json | sed -n 's/.*"command_pid": \([0-9]*\).*/\1/p' | tail -1; }
has_command() { [[ -n $(command_of "$1") ]]; }
