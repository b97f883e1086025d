#!/usr/bin/env bash
# steer.sh TOOL: wait, cancel, --max-queue, --max-time, --kill-with-me, -E.
# Catches: a wait that returns while somebody is there, or never; a cancellation that ends a command, a stranger's process or a program
# that knows nothing of it, or leaves the place in the queue taken; a queue that grows beyond its bound; a command that outlives its time.
source "$(dirname "$0")/common.sh"

hold() { echo "until [ -e '$here/$1' ]; do sleep 0.01; done"; }

# wait: for those inside and those who wait, also for the command of one that was killed.
"$doorway" exec --name w -- sh -c "$(hold go)" &
wrapper=$!
until_true 10 has_command w
"$doorway" exec --name w -- true &
until_true 10 waiting w 1
"$doorway" wait w &
waits=$!
same "wait, --timeout" 75 "$(status_of "$doorway" wait w --timeout 300ms)"
has "who is there" "gave up after 300 ms; 1 inside, 1 waiting" "$(<"$here/err")"
has "who is there" "pid $wrapper" "$(<"$here/err")"
strays+=("$(command_of w)")
kill -KILL $wrapper
wait $wrapper 2>/dev/null
sleep 0.3
is_gone $waits && fail "wait returned while a command ran on"
touch "$here/go"
wait $waits
same "wait" 0 $?
until_true 5 inside w 0 || fail "wait returned too early"
same "wait, nobody there" 0 "$(status_of timeout 5 "$doorway" wait w)"
same "wait for no name" 1 "$(status_of "$doorway" wait nobody)"
has "wait for no name" "there is no 'nobody'" "$(<"$here/err")"
same "wait, a wrong duration" 2 "$(status_of "$doorway" wait w --timeout soon)"
rm "$here/go"
# One whose file has vanished is still inside.
"$doorway" exec --name w -- sh -c "$(hold go)" &
until_true 10 inside w 1
rm "$DOORWAY_DIR/w"
same "wait for one inside a vanished file" 75 "$(status_of "$doorway" wait w --timeout 300ms)"
touch "$here/go"
wait
rm "$here/go"

# cancel: one who waits, the others keep their order; not one who is inside, nor one who is not there.
e=("$doorway" exec --name c --seats 3)
"${e[@]}" -- sh -c "$(hold go)" &
holder=$!
until_true 10 inside c 1
pids=()
for i in 1 2 3 4; do
  "${e[@]}" -q -- sh -c "echo $i >>'$here/order'" &
  pids[i]=$!
  until_true 10 waiting c "$i"
done
same "cancel" 0 "$(status_of "$doorway" cancel c "${pids[1]}")"
wait "${pids[1]}"
same "its status" 75 $?
same "cancel one without a seat" 0 "$(status_of "$doorway" cancel c "${pids[4]}")"
wait "${pids[4]}"
same "its status" 75 $?
(trap '' TERM USR1; exec "${e[@]}" -E 9 -- true 2>"$here/said") &
deaf=$!
until_true 10 waiting c 3
"$doorway" cancel c $deaf &
canceller=$!
wait $canceller
same "cancel one that ignores signals" 0 $?
wait $deaf
same "-E" 9 $?
has "it is said who did it" "'c': cancelled by process $canceller" "$(<"$here/said")"
same "cancel one inside" 1 "$(status_of "$doorway" cancel c $holder)"
has "cancel one inside" "$holder is inside 'c' and waits no longer; to end its command: kill $holder" "$(<"$here/err")"
same "cancel a stranger" 1 "$(status_of "$doorway" cancel c $$)"
has "cancel a stranger" "$$ does not wait for 'c'" "$(<"$here/err")"
same "cancel nobody" 1 "$(status_of "$doorway" cancel nobody 1)"
same "cancel, no number" 2 "$(status_of "$doorway" cancel c one)"
is_gone $holder && fail "the holder was cancelled"
touch "$here/go"
wait
same "the order of the others" "2 3" "$(xargs <"$here/order")"
rm "$here/go"
# A cancellation that comes too late is nothing to the command.
"$doorway" exec --name c -- sh -c "$(hold go)" &
holder=$!
until_true 10 has_command c
python3 -c 'import ctypes, sys
class value(ctypes.Union): _fields_ = [("number", ctypes.c_int), ("pointer", ctypes.c_void_p)]
ctypes.CDLL(None).sigqueue(int(sys.argv[1]), 64, value(number=0x646f6f72))' $holder
sleep 0.2
touch "$here/go"
wait $holder
same "a cancellation too late" 0 $?
rm "$here/go"

# --max-queue: so many may wait, also where there are more than seats.
e=("$doorway" exec --name q --seats 2)
"${e[@]}" -- sh -c "$(hold go)" &
until_true 10 inside q 1
same "--max-queue 0" 75 "$(status_of "${e[@]}" --max-queue 0 -- true)"
has "it is said why" "'q': 0 wait already (--max-queue 0)" "$(<"$here/err")"
for i in 1 2 3; do
  "${e[@]}" -q --max-queue 3 -- true &
  until_true 10 waiting q "$i" || fail "the $i. of three was not let into the queue"
done
began=$(now_ms)
same "--max-queue 3" 8 "$(status_of "${e[@]}" --max-queue 3 -E 8 -- touch "$here/ran")"
(($(now_ms) - began < 3000)) || fail "it did not give up at once"
has "how many wait" "'q': 3 wait already (--max-queue 3)" "$(<"$here/err")"
same "they are still there" 3 "$(count_in q waiting)"
touch "$here/go"
wait
[[ ! -e $here/ran ]] || fail "it ran all the same"
same "nobody waits" 0 "$(status_of "${e[@]}" --max-queue 0 -- true)"

# -E: of all ways to give up, and of nothing else.
"$doorway" exec --name E -- sleep 30 &
holder=$!
until_true 10 inside E 1
same "-E, --no-wait" 7 "$(status_of "$doorway" exec --name E -E 7 --no-wait -- true)"
same "-E, --timeout" 0 "$(status_of "$doorway" exec --name E --conflict-exit-code 0 --timeout 100ms -- true)"
same "-E, out of range" 2 "$(status_of "$doorway" exec --name E -E 256 -- true)"
same "-E, the command's own status" 5 "$(status_of "$doorway" exec --name another -E 7 -- sh -c 'exit 5')"
kill -TERM $holder
wait $holder

# --max-time: TERM, with all that the command has started; its slot comes back; a stopped one too.
began=$(now_ms)
same "--max-time" 124 "$(status_of "$doorway" exec --name m --max-time 300ms -- sh -c "sleep 60 & echo \$! >'$here/child'; wait")"
took=$(($(now_ms) - began))
((took >= 300 && took < 8000)) || fail "--max-time 300ms took $took ms"
has "it is said" "has run for 300 ms (--max-time); ended it" "$(<"$here/err")"
until_true 5 is_gone "$(<"$here/child")" || fail "what the command had started goes on"
same "--max-time, a stopped command" 124 "$(status_of timeout 8 "$doorway" exec --name m --max-time 300ms -- sh -c 'kill -STOP $$')"
same "--max-time that is not needed" 3 "$(status_of "$doorway" exec --name m --max-time 1m -- sh -c 'exit 3')"
same "--max-time, ended by itself at TERM" 124 \
  "$(status_of "$doorway" exec --name m --max-time 200ms -- sh -c "trap 'exit 6' TERM; while :; do sleep 0.05; done")"
began=$(now_ms)
same "--max-time, deaf to TERM" 124 "$(status_of "$doorway" exec --name m --max-time 100ms -- sh -c "trap '' TERM; while :; do sleep 0.1; done")"
took=$(($(now_ms) - began))
((took >= 10000 && took < 30000)) || fail "killed after $took ms, not 10 s after TERM"

# --kill-with-me.
"$doorway" exec --name k --kill-with-me -- sleep 60 &
wrapper=$!
until_true 10 has_command k
child=$(command_of k)
strays+=("$child")
until_true 10 grep -q sleep "/proc/$child/cmdline"
kill -KILL $wrapper
wait $wrapper 2>/dev/null
until_true 10 is_gone "$child" || fail "the command has outlived its wrapper"
same "its slot is free" 0 "$(status_of "$doorway" exec --name k --timeout 5s -- true)"
finish
