#!/usr/bin/env bash
# guard.sh TOOL: a process that makes or removes a name holds the directory's guard, and is stopped meanwhile.
# Catches: an exec that hangs behind it, deaf to its own --timeout and to signals; an exec that needs the guard although its
# name is there.
source "$(dirname "$0")/common.sh"
set -m  # so that INT is not ignored in the background

"$doorway" exec --name there -- true
(exec 9<"$DOORWAY_DIR" && flock 9 && kill -STOP "$BASHPID") &
holder=$!
until_true 10 grep -q '^State:.T' "/proc/$holder/status" || fail "the holder was not stopped"

same "a name that is there" 0 "$(status_of "$doorway" exec --name there --no-wait -- true)"

# Without a limit it is an error after ten seconds, and the message says of what.
status_of_patient() { "$doorway" exec --name patient -- true 2>"$here/patient"; echo $? >"$here/patient-status"; }
status_of_patient &
patient=$!

# quick WHAT WANTED COMMAND...
quick() {
  local what=$1 wanted=$2 began
  shift 2
  began=$(now_ms)
  same "$what" "$wanted" "$(status_of "$@")"
  (($(now_ms) - began < 8000)) || fail "$what: only after $(($(now_ms) - began)) ms"
}
quick "no-wait" 75 "$doorway" exec --name new --no-wait -- touch "$here/ran"
has "it says why" "keeps the directory $DOORWAY_DIR locked" "$(<"$here/err")"
quick "timeout" 75 "$doorway" exec --name new --timeout 300ms -- touch "$here/ran"
quick "quiet" 75 "$doorway" exec -q --name new --no-wait -- touch "$here/ran"
same "quiet" "" "$(<"$here/err")"
for signal in INT TERM HUP; do
  "$doorway" exec --name new -- touch "$here/ran" &
  waiter=$!
  sleep 0.1
  ends_by "$signal" $signal $waiter 5000
done
wait $patient
same "after ten seconds" 125 "$(<"$here/patient-status")"
has "after ten seconds" "keeps the directory $DOORWAY_DIR locked for 10 s" "$(<"$here/patient")"
has "after ten seconds" "continue or kill it" "$(<"$here/patient")"

"$doorway" exec --name new -- touch "$here/second" &
waiter=$!
sleep 0.1
kill -TSTP $waiter
until_true 5 grep -q '^State:.T' "/proc/$waiter/status" || fail "TSTP: it does not stop"
kill -CONT $waiter
[[ ! -e $here/ran && ! -e $here/second ]] || fail "something ran without a slot"

# The holder goes: all goes on.
kill -KILL $holder
wait $holder 2>/dev/null
# (bash's wait may still report the stop.)
until_true 10 test -e "$here/second" || fail "it does not go on"
finish
