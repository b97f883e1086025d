#!/usr/bin/env bash
# timeout.sh TOOL: --timeout and --no-wait give up when they say, tell who holds the slots, and leave the queue sound.
# Catches: a timeout that takes the slot anyway (GNU sem), comes late or early, or leaves a place in the queue taken.
source "$(dirname "$0")/common.sh"

"$doorway" exec -k 2 --name t -- sh -c 'exec sleep 1000' holder-one &
one=$!
until_true 10 inside t 1
"$doorway" exec -k 2 --name t -- sh -c 'exec sleep 1000' holder-two &
two=$!
until_true 10 inside t 2

began=$(now_ms)
same "timeout" 75 "$(status_of "$doorway" exec -k 2 --name t --timeout 300ms -- touch "$here/ran")"
took=$(($(now_ms) - began))
((took >= 300)) || fail "gave up after $took ms, before its time"
((took < 10000)) || fail "gave up after $took ms"
[[ ! -e $here/ran ]] || fail "the command ran without a slot"
said=$(<"$here/err")
for part in "gave up after 300 ms" "slot 0" "slot 1" "pid $one" "pid $two" "holder-one" "holder-two"; do
  has "who holds it" "$part" "$said"
done

began=$(now_ms)
same "no-wait" 75 "$(status_of "$doorway" exec -k 2 --name t --no-wait -- touch "$here/ran")"
(($(now_ms) - began < 10000)) || fail "--no-wait waited"
has "no-wait" "not free" "$(<"$here/err")"
same "--quiet" "75 " "$(status_of "$doorway" exec -q -k 2 --name t --no-wait -- true) $(<"$here/err")"
same "plain seconds" 75 "$(status_of "$doorway" exec -k 2 --name t --timeout 0.1 -- true)"

# Not a word on a file or a pipe while it waits; --verbose asks for it.
same "scripts stay quiet" 75 "$(status_of "$doorway" exec -q -k 2 --name t --timeout 1200ms -- true)"
same "scripts stay quiet" "" "$(<"$here/err")"
status_of "$doorway" exec -v -k 2 --name t --timeout 200ms -- true >/dev/null
has "verbose" "waiting for 't': place 1 of 1 (2 slots taken)" "$(<"$here/err")"

# Nobody reads what it says: it ends all the same as it would have. (It starts when the reader has gone.)
to_nobody() {
  rm -f "$here/gone"
  { until [[ -e $here/gone ]]; do sleep 0.01; done; "$@" 2>&1 >/dev/null; echo $? >"$here/status"; } |
    { exec <&-; touch "$here/gone"; }
}
to_nobody "$doorway" exec -k 2 --name t --timeout 300ms -- true
same "stderr without a reader" 75 "$(<"$here/status")"
to_nobody "$doorway" exec -v -k 2 --name t --timeout 300ms -- true
same "verbose, stderr without a reader" 75 "$(<"$here/status")"

same "nobody is left in the queue" 0 "$(count_in t waiting)"
# One that waits longer gets in although others gave up before and behind it.
"$doorway" exec -k 2 --name t --timeout 20s -- touch "$here/in-time" &
late=$!
until_true 10 waiting t 1
status_of "$doorway" exec -k 2 --name t --timeout 50ms -- true >/dev/null
kill -TERM $one
wait $late
same "a timeout that is not needed" 0 $?
[[ -e $here/in-time ]] || fail "it did not run"

# One that is stopped behind it holds nobody up: that is not said. Catches a list of all who are stopped.
"$doorway" exec --name b -- sh -c "until [ -e '$here/b-go' ]; do sleep 0.01; done" &
until_true 10 inside b 1
"$doorway" exec --name b --timeout 3s -- true 2>"$here/ahead" &
ahead=$!
until_true 10 waiting b 1
"$doorway" exec --name b -- true &
behind=$!
until_true 10 waiting b 2
kill -STOP $behind
until_true 10 grep -q '^State:.T' "/proc/$behind/status"
wait $ahead
same "before a stopped one" 75 $?
has "who is inside" "1 slot taken:" "$(<"$here/ahead")"
[[ $(<"$here/ahead") != *stopped* ]] || fail "one behind it is said to hold it up: $(<"$here/ahead")"
kill -CONT $behind
touch "$here/b-go"
wait $behind

# A waiter that is stopped holds up those behind it: that is said, and what helps.
"$doorway" exec --name s -- sh -c "until [ -e '$here/s-go' ]; do sleep 0.01; done" &
until_true 10 inside s 1
"$doorway" exec --name s -- true &
stopped=$!
until_true 10 waiting s 1
kill -STOP $stopped
until_true 10 grep -q '^State:.T' "/proc/$stopped/status"
touch "$here/s-go"
until_true 10 inside s 0
same "behind a stopped one" 75 "$(status_of "$doorway" exec --name s --timeout 300ms -- true)"
has "it says so" "pid $stopped" "$(<"$here/err")"
has "nobody is inside: no list of them" "gave up after 300 ms; nobody is inside" "$(<"$here/err")"
has "and what helps" "stopped (continue it with kill -CONT $stopped)" "$(<"$here/err")"
has "status says so too" "stopped (continue it with kill -CONT $stopped)" "$("$doorway" status s)"
has "JSON" "\"stopped_pid\": $stopped" "$("$doorway" status s --json)"
kill -CONT $stopped
until_true 10 is_gone $stopped || fail "it does not go on"
wait $stopped
same "and it helps" 0 "$(status_of "$doorway" exec --name s --timeout 10s -- true)"

# A holder that was killed together with its command does not make the next one give up who looks but once, also when that
# one does not happen to get the dead one's seat: the holder here is the second to sit down, and the first has left.
"$doorway" exec --name u -- sh -c "until [ -e '$here/go' ]; do sleep 0.01; done" &
until_true 10 inside u 1
"$doorway" exec --name u -- sleep 30 &
dead=$!
until_true 10 waiting u 1
touch "$here/go"
until_true 10 waiting u 0
until_true 10 has_command u
child=$(command_of u)
until_true 10 grep -q sleep "/proc/$child/cmdline"
kill -KILL $dead "$child"
wait $dead 2>/dev/null
until_true 10 is_gone "$child"
sleep 0.1
same "no-wait after a death" 0 "$(status_of "$doorway" exec --name u --no-wait -- true)"
finish
