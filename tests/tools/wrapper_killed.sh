#!/usr/bin/env bash
# wrapper_killed.sh TOOL SYSV: the wrapper is killed (SIGKILL) while its command runs.
# The slot must not be given away before the command ends, and must come back then. SysV with SEM_UNDO, the nearest thing
# that a machine offers, gives it away at once: both are shown here, with the same steps.
# Catches: a slot tied to the wrapper's life instead of the command's; a slot lost with the wrapper; a daemon that the command
# left behind and that keeps the slot (flock, where a descriptor is inherited).
source "$(dirname "$0")/common.sh"
sysv=$2

command="echo \$\$ >'$here/pid'; until [ -e '$here/go' ]; do sleep 0.01; done; date +%s%N >'$here/ended'"
alive() { ! is_gone "$(<"$here/pid")"; }

# SysV: given away while the command runs.
id=$("$sysv" make)
"$sysv" exec "$id" sh -c "$command" &
wrapper=$!
until_true 10 test -s "$here/pid"
strays+=("$(<"$here/pid")")
"$sysv" try "$id" && fail "SysV: the permit should be taken"
kill -KILL $wrapper
wait $wrapper 2>/dev/null
"$sysv" try "$id"
given=$?
alive || fail "SysV: the command should still run"
same "SysV gives the permit away while the command runs" 0 $given
"$sysv" remove "$id"
touch "$here/go"
until_true 10 is_gone "$(<"$here/pid")"
rm "$here/pid" "$here/go"

# doorway: kept while the command runs, given to the one who waits when it ends.
"$doorway" exec --name d -- sh -c "$command" &
wrapper=$!
until_true 10 test -s "$here/pid"
orphan=$(<"$here/pid")
strays+=("$orphan")
"$doorway" exec --name d -- sh -c "grep -q '^State:.[^ZX]' /proc/$orphan/status && echo still-there; date +%s%N" 2>/dev/null >"$here/next" &
next=$!
until_true 10 waiting d 1
kill -KILL $wrapper
wait $wrapper 2>/dev/null
same "while the command runs, --no-wait" 75 "$(status_of "$doorway" exec --name d --no-wait -- true)"
has "it is said why" "its command $orphan runs on" "$(<"$here/err")"
has "status says it" "killed, its command $orphan runs on" "$("$doorway" status d)"
has "status --json says it" '"state": "orphan"' "$("$doorway" status d --json)"
sleep 0.3
alive || fail "the command should still run"
[[ ! -s $here/next ]] || fail "the slot was given away while the command ran"
touch "$here/go"
wait $next
same "the next one" 0 $?
grep -q still-there "$here/next" && fail "the slot was given away before the command had ended"
came_back=$((($(tail -1 "$here/next") - $(<"$here/ended")) / 1000000))
echo "the slot came back $came_back ms after the end of the command"
((came_back < 10000)) || fail "that is late (100 ms on an idle machine)"

# A killed wrapper's command that is stopped runs on only when somebody continues it: that is said.
"$doorway" exec --name st -- sh -c "echo \$\$ >'$here/st'; exec sleep 60" &
wrapper=$!
until_true 10 test -s "$here/st"
orphan=$(<"$here/st")
strays+=("$orphan")
until_true 10 has_command st
kill -KILL $wrapper
wait $wrapper 2>/dev/null
kill -STOP "$orphan"
until_true 10 grep -q '^State:.T' "/proc/$orphan/status"
has "a stopped one" "killed, its command is stopped (continue it with kill -CONT $orphan)" "$("$doorway" status st)"
has "a stopped one, JSON" "\"stopped_pid\": $orphan" "$("$doorway" status st --json)"
kill -CONT "$orphan"
has "continued" "its command $orphan runs on" "$(until_true 10 eval '! grep -q "^State:.T" "/proc/$orphan/status"'; "$doorway" status st)"
kill -KILL "$orphan"

# One that waits has forked already. If it is killed nothing is left of it; if somebody kills what it has forked, its command runs all the
# same. Catches: processes that are left by those who were killed, and a command that was killed before it ran.
children_of() { cat "/proc/$1/task/$1/children" 2>/dev/null; }
has_child() { [[ -n $(children_of "$1") ]]; }
"$doorway" exec --name f -- sh -c "until [ -e '$here/f-go' ]; do sleep 0.01; done" &
until_true 10 inside f 1
"$doorway" exec --name f -- true &
first=$!
"$doorway" exec --name f -- touch "$here/f-ran" &
second=$!
until_true 10 waiting f 2
until_true 10 has_child $first && until_true 10 has_child $second || fail "they have not forked"
forked=$(children_of $first)
kill -KILL $first
wait $first 2>/dev/null
until_true 10 is_gone ${forked% } || fail "what it has forked is left"
kill -KILL $(children_of $second)
touch "$here/f-go"
wait $second
same "what it has forked was killed" 0 $?
[[ -e $here/f-ran ]] || fail "the command has not run"

# A daemon holds nothing.
"$doorway" exec --name daemon -- sh -c "setsid sleep 30 >/dev/null 2>&1 & echo \$! >'$here/daemon'"
strays+=("$(<"$here/daemon")")
kill -0 "$(<"$here/daemon")" || fail "the daemon should run"
same "a daemon is left behind" 0 "$(status_of "$doorway" exec --name daemon --no-wait -- true)"
# What it has of doorway's descriptors (presence.hpp: the file could vanish) is a way to the file, not for reading or writing.
for link in $(find "/proc/$(<"$here/daemon")/fd" -lname "$DOORWAY_DIR*" 2>/dev/null); do
  grep -q '^flags:.*1[0-9]\{7\}$' "${link/\/fd\///fdinfo/}" || fail "a daemon may read or write $link"
done

# Wrappers killed at random instants, from before their turn to after it, also between fork and exec of the command: no two
# commands ever run together, and the slot is there at the end. The commands are never killed.
job="mkdir '$here/busy' || echo twice >>'$here/twice'; sleep 0.01; rmdir '$here/busy'; echo >>'$here/ran'"
kills=0
end=$(($(now_ms) + 6000))
while (($(now_ms) < end || kills < 20)); do
  pids=()
  for _ in 1 2 3 4; do
    "$doorway" exec -q --name random -- sh -c "$job" &
    pids+=($!)
  done
  sleep "0.0$((RANDOM % 6))$((RANDOM % 10))"
  for i in 0 2; do kill -KILL "${pids[i]}" 2>/dev/null && kills=$((kills + 1)); done
  wait 2>/dev/null
done 2>/dev/null
until_true 10 "$doorway" exec -q --name random --no-wait -- true || fail "the slot is lost after $kills kills"
[[ ! -e $here/twice ]] || fail "two commands ran at once, $(wc -l <"$here/twice") times, in $kills kills"
echo "$kills wrappers killed at random, $(wc -l <"$here/ran") commands ran"
finish
