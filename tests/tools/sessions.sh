#!/usr/bin/env bash
# sessions.sh TOOL: any number inside, one session at a time, in order of arrival.
# Catches: two sessions inside together, a session that lets only one in, newcomers of the session inside who overtake a
# session that waits, and a name that is for slots and for sessions at once.
source "$(dirname "$0")/common.sh"
s() { "$doorway" exec --name s --session "$@"; }
stay="until [ -e '$here/go' ]; do sleep 0.01; done"

for i in 1 2 3 4 5; do s red -- sh -c "$stay; echo red >>'$here/order'" & done
until_true 10 inside s 5 || fail "five of one session should be inside together"
s blue -- sh -c "echo blue >>'$here/order'; sleep 0.1" &
until_true 10 waiting s 1 || fail "another session should wait"
s red -- sh -c "echo late-red >>'$here/order'" &
until_true 10 waiting s 2 || fail "a newcomer of the session inside should not overtake one that waits"
said=$("$doorway" status s)
has "status" "s: sessions, 5 inside, 2 waiting" "$said"
has "status" "blue" "$said"
same "no-wait of another session" 75 "$(status_of s green --no-wait -- true)"
has "who is inside" "session red" "$(<"$here/err")"
# shellcheck disable=SC2016
same "environment" "red" "$("$doorway" exec --name s2 --session red -- sh -c 'echo $DOORWAY_SESSION$DOORWAY_SLOT')"
touch "$here/go"
wait
same "order" "red red red red red blue late-red" "$(xargs <"$here/order")"

# Twelve of three sessions at once: a process that is inside sees nobody of another session.
# shellcheck disable=SC2016
check='touch "$0/in-$1-$$"; for f in "$0"/in-*; do case $f in "$0/in-$1-"*) ;; *) [ ! -e "$f" ] || echo "$f" >>"$0/mixed" ;; esac; done
sleep 0.05; rm "$0/in-$1-$$"; echo >>"$0/done"'
for i in $(seq 12); do s "colour $((i % 3))" -- sh -c "$check" "$here" $((i % 3)) & done
wait
[[ ! -e $here/mixed ]] || fail "two sessions were inside together: $(<"$here/mixed")"
same "all ran" 12 "$(wc -l <"$here/done")"

# One who is killed inside does not keep other sessions out.
s red -- sleep 30 &
wrapper=$!
until_true 10 has_command s
child=$(command_of s)
kill -KILL $wrapper
strays+=("$child")
same "the command lives" 75 "$(status_of s blue --timeout 200ms -- true)"
kill -KILL "$child"
same "both are dead" 0 "$(status_of s blue --timeout 10s -- true)"

# A name is one or the other.
"$doorway" exec --name slots -- true
same "sessions on slots" 2 "$(status_of "$doorway" exec --name slots --session a -- true)"
has "sessions on slots" "is for slots" "$(<"$here/err")"
same "slots on sessions" 2 "$(status_of "$doorway" exec --name s -- true)"
has "slots on sessions" "is for sessions" "$(<"$here/err")"
same "sessions have no k" 2 "$(status_of "$doorway" resize s 3)"
finish
