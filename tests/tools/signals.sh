#!/usr/bin/env bash
# signals.sh TOOL: signals while waiting withdraw at once; signals while running are the command's.
# Catches: a wrapper that dies and leaves its command alone, one that cannot be interrupted while it waits, a withdrawal that
# leaves its place in the queue taken, processes of the command that run on when it was told to end, a mask or disposition of
# doorway's own that leaks into the command.
source "$(dirname "$0")/common.sh"
set -m  # a job of an interactive shell: INT and QUIT are not ignored in the background

# Waiting.
"$doorway" exec --name w -- sleep 1000 &
holder=$!
until_true 10 inside w 1
for signal in INT TERM HUP QUIT USR1; do
  "$doorway" exec --name w -- touch "$here/ran" &
  waiter=$!
  until_true 10 waiting w 1 || fail "did not queue"
  ends_by "$signal while waiting" $signal $waiter 5000
  same "$signal: nobody waits any more" 0 "$(count_in w waiting)"
done
[[ ! -e $here/ran ]] || fail "a command ran without a slot"

# A waiter that is stopped from a terminal steps out of the queue, and comes back when it is continued.
"$doorway" exec --name w -- touch "$here/first" &
first=$!
until_true 10 waiting w 1
"$doorway" exec --name w -- touch "$here/second" &
second=$!
until_true 10 waiting w 2
kill -TSTP $first
until_true 10 waiting w 1 || fail "a stopped waiter keeps its place"
kill -TERM $holder
wait $holder $second 2>/dev/null
[[ -e $here/second ]] || fail "a stopped waiter held up the queue"
[[ ! -e $here/first ]] || fail "a stopped waiter went in"
kill -CONT $first
until_true 10 test -e "$here/first" || fail "a waiter that was continued did not come back"

# Running: each signal reaches the command, once, and the command decides.
cat >"$here/trap.sh" <<'SCRIPT'
for s in INT TERM HUP QUIT USR1 USR2 WINCH ALRM; do trap "echo $s >>\$0.got" $s; done
trap 'exit 9' CONT
touch "$0.ready"
while :; do sleep 0.02; done
SCRIPT
"$doorway" exec --name r -- bash "$here/trap.sh" &
wrapper=$!
until_true 10 test -e "$here/trap.sh.ready"
for signal in INT TERM HUP QUIT USR1 USR2 WINCH ALRM; do
  kill -$signal $wrapper
  until_true 10 grep -q $signal "$here/trap.sh.got" || fail "$signal did not reach the command"
done
kill -CONT $wrapper
wait $wrapper
same "exit status of its own choice" 9 $?
same "each once" "INT TERM HUP QUIT USR1 USR2 WINCH ALRM" "$(xargs <"$here/trap.sh.got")"

"$doorway" exec --name r -- sleep 30 &
wrapper=$!
until_true 10 inside r 1
until_true 10 has_command r
kill -TERM $wrapper
wait $wrapper
same "killed by a forwarded signal" 143 $?

# All that the command has started is told too, wherever in the tree; not who has left its group.
cat >"$here/tree.sh" <<'SCRIPT'
setsid sleep 100 &
echo $! >"$0.left"
sleep 101 &
echo $! >"$0.pids"
sh -c '(sleep 102; :) & echo $! >>"$0.pids"; wait' "$0" &
echo $! $$ >>"$0.pids"
until [ "$(cat "$0.pids" | wc -w)" = 4 ]; do sleep 0.01; done
touch "$0.ready"
wait
SCRIPT
all_gone() { for pid in "$@"; do is_gone "$pid" || return; done; }
for signal in TERM HUP USR1; do  # (INT is ignored by what a script starts in the background)
  rm -f "$here/tree.sh".*
  "$doorway" exec --name tree -- bash "$here/tree.sh" &
  wrapper=$!
  until_true 10 test -e "$here/tree.sh.ready"
  strays+=("$(<"$here/tree.sh.left")")
  read -ra tree < <(xargs <"$here/tree.sh.pids")
  strays+=("${tree[@]}")
  all_gone "${tree[0]}" && fail "the tree should be there"
  kill -$signal $wrapper
  wait $wrapper
  got=$?
  same "$signal: its status" $((128 + $(kill -l $signal))) $got
  until_true 10 all_gone "${tree[@]}" || fail "$signal did not reach all that the command had started"
  is_gone "$(<"$here/tree.sh.left")" && fail "$signal reached a daemon"
done

# A signal for doorway's whole group, as a shell sends it to a job, reaches the command once.
rm "$here"/trap.sh.*
"$doorway" exec --name r -- bash "$here/trap.sh" &
wrapper=$!
until_true 10 test -e "$here/trap.sh.ready"
kill -USR1 -- -$wrapper
until_true 10 grep -q USR1 "$here/trap.sh.got" || fail "a signal for the group did not reach the command"
sleep 0.1
kill -CONT $wrapper
wait $wrapper
same "for the group: once" USR1 "$(xargs <"$here/trap.sh.got")"

# On request the command stays in doorway's group, and is told alone.
rm -f "$here/tree.sh".*
"$doorway" exec --foreground --name tree -- bash "$here/tree.sh" &
wrapper=$!
until_true 10 test -e "$here/tree.sh.ready"
strays+=("$(<"$here/tree.sh.left")")
read -ra tree < <(xargs <"$here/tree.sh.pids")
strays+=("${tree[@]}")
same "--foreground: one group" "$wrapper" "$(cut -d" " -f5 "/proc/$(command_of tree)/stat")"
kill -TERM $wrapper
wait $wrapper
same "--foreground: its status" 143 $?
is_gone "${tree[0]}" && fail "--foreground: others were told too"
kill -TERM -- -$wrapper

# What the command starts with is what doorway was started with.
set +m
# shellcheck disable=SC2317
masks() { grep -E '^Sig(Blk|Ign|Cgt)' /proc/self/status; }
same "mask and dispositions" "$(sh -c "$(declare -f masks); masks")" \
  "$("$doorway" exec --name m -- sh -c "$(declare -f masks); masks")"
same "what was ignored stays so" "$(trap '' HUP USR1; sh -c "$(declare -f masks); masks")" \
  "$(trap '' HUP USR1; "$doorway" exec --name m -- sh -c "$(declare -f masks); masks")"
given=(env --ignore-signal=BUS,HUP,INT,QUIT,PIPE,TERM,TSTP,TTIN,USR2,ALRM,WINCH --block-signal=BUS,CHLD,USR1,TERM,RTMIN)
table=(grep -E '^Sig(Blk|Ign|Cgt)' /proc/self/status)  # without a shell, which would clear the mask
has "ignored and blocked" "$(printf 'SigBlk:\t00000002')" "$("${given[@]}" "${table[@]}")"
same "ignored and blocked" "$("${given[@]}" "${table[@]}")" "$("${given[@]}" "$doorway" exec --name m -- "${table[@]}")"
# SIGCHLD ignored by its parent must not lose the status.
same "SIGCHLD ignored" 5 "$(trap '' CHLD; status_of "$doorway" exec --name m -- sh -c 'exit 5')"
finish
