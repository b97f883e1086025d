#!/usr/bin/env bash
# container.sh TOOL: slots of pid namespaces that are killed as a whole, as a container is.
# Catches: a slot that stays taken although everything in the container is dead; one that is given away while the container's
# command runs on; a `status` that says more than can be known.
source "$(dirname "$0")/common.sh"

if ! unshare -pf --kill-child --mount-proc true 2>/dev/null; then
  left_out "the user may not make a pid namespace with its own /proc"
  finish
fi
[[ $(stat -Lc %i /proc/self/ns/pid) == 4026531836 ]] || {
  left_out "this is a container itself, and cannot know who lives in another"
  finish
}
container=(unshare -pf --kill-child --mount-proc)
child_of() { local of; read -r of _ <"/proc/$1/task/$1/children" ; echo "$of"; }

# doorway is the first process of its namespace, and dies with all that is in it.
"${container[@]}" "$doorway" exec --name c -- sleep 1000 &
outside=$!
until_true 10 has_command c
init=$(child_of $outside)
has "in a container" '"other_pid_namespace": true' "$("$doorway" status c --json)"
kill -KILL $init
wait $outside 2>/dev/null
has "a killed container" "dead: sleep 1000" "$("$doorway" status c)"
same "and its slot" 0 "$(status_of "$doorway" exec --name c --timeout 20s -- true)"

# Somebody waits when it is killed.
"${container[@]}" "$doorway" exec --name c -- sleep 1000 &
outside=$!
until_true 10 has_command c
"$doorway" exec --name c -- true &
waiter=$!
until_true 10 waiting c 1
kill -KILL "$(child_of $outside)"
until_true 10 is_gone $waiter || fail "the one who waits does not get in"
wait $waiter
same "the one who waits" 0 $?
wait $outside 2>/dev/null

# Only doorway is killed in there: its command keeps the slot, until the container is killed too.
"${container[@]}" sh -c "'$doorway' exec --name d -- sleep 1001; sleep 1000" &
outside=$!
until_true 10 has_command d
kill -KILL "$(child_of "$(child_of $outside)")"
is_orphan() { "$doorway" status d | grep -q "runs on"; }
until_true 10 is_orphan
has "the host knows" "runs on: sleep 1001" "$("$doorway" status d)"
same "the command of a container runs on" 75 "$(status_of "$doorway" exec --name d --timeout 500ms -- true)"
has "it is said" "runs on" "$(<"$here/err")"
same "another container cannot get in" 75 "$(status_of "${container[@]}" "$doorway" exec --name d --timeout 300ms -- true)"
has "and says what it does not know" "of another pid namespace may run on: nobody can tell from here" "$(<"$here/err")"
has "status --json too" '"uncertain": true' "$("${container[@]}" "$doorway" status d --json)"
same "remove" 1 "$(status_of "$doorway" remove d)"
kill -KILL "$(child_of $outside)"
wait $outside 2>/dev/null
same "from another container it still cannot be known" 75 \
  "$(status_of "${container[@]}" "$doorway" exec --name d --no-wait -- true)"
same "the host knows" 0 "$(status_of "$doorway" exec --name d --timeout 20s -- true)"
same "and from then on all" 0 "$(status_of "${container[@]}" "$doorway" exec --name d --no-wait -- true)"

# A container that sees the host's /proc does not know its own processes: nor does anybody.
unshare -pf --kill-child sh -c "'$doorway' exec --name e -- sleep 1002; sleep 1000" &
outside=$!
until_true 10 has_command e
kill -KILL "$(child_of "$(child_of $outside)")"
is_unsure() { "$doorway" status e | grep -q "may run on"; }
until_true 10 is_unsure
has "no /proc of its own" "may run on: nobody can tell of a container without a /proc of its own: sleep 1002" "$("$doorway" status e)"
kill -KILL "$(child_of $outside)"
wait $outside 2>/dev/null
same "no /proc of its own, by force" 0 "$(status_of "$doorway" remove --force e)"
finish
