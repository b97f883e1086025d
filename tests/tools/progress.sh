#!/usr/bin/env bash
# progress.sh TOOL: off a terminal --verbose says when the place in the queue changes, and --events tells a program all that happens.
# Catches: a place that is wrong or told again and again, an event that is missing or no JSON, a descriptor that the command keeps, and a
# reader that does not read and so holds up the queue.
source "$(dirname "$0")/common.sh"

hold() { echo "until [ -e '$here/$1' ]; do sleep 0.01; done"; }
# The events of a file, one a line, as: event field=value ...
told() {
  python3 -c 'import json, sys
for line in open(sys.argv[1]):
    one = json.loads(line)
    assert one["name"] == "p" and one["pid"] > 0 and one["time"].endswith("Z"), line
    print(one["event"], *(f"{f}={one[f]}" for f in sys.argv[2:] if f in one))' "$@"
}

"$doorway" exec --name p -- sh -c "$(hold first)" &
until_true 10 inside p 1
"$doorway" exec --name p -v --events "$here/second" -- sh -c "$(hold go); exit 3" 2>"$here/second.said" &
second=$!
until_true 10 waiting p 1
"$doorway" exec --name p -v --events 8 -- sh -c 'test ! -e /proc/self/fd/8' 2>"$here/third.said" 8>"$here/third" &
third=$!
until_true 10 waiting p 2
until_true 10 grep -q 'place 2 of 2' "$here/third.said"
touch "$here/first"
until_true 10 grep -q 'place 1 of 1' "$here/third.said" || fail "the new place is not said: $(<"$here/third.said")"
sleep 1  # nothing changes, and nothing is said
touch "$here/go"
wait $second
same "the command's status" 3 $?
wait $third
same "the command does not get the descriptor" 0 $?
same "what is said" "doorway: waiting for 'p': place 2 of 2 (1 slot taken)
doorway: waiting for 'p': place 1 of 1 (1 slot taken)
doorway: 'p': slot 0 after" "$(sed 's/ after.*/ after/' "$here/third.said")"
same "events" "queued place=1
entered slot=0
left status=3" "$(told "$here/second" place slot status)"
same "events of the third" "queued place=2 waiting=2 inside=1
place place=1 waiting=1 inside=1
entered
left" "$(told "$here/third" place waiting inside)"
has "the command is named" '"command_pid":' "$(<"$here/second")"

# Given up: why. A file is appended to.
"$doorway" exec --name p -- sh -c "$(hold last)" &
until_true 10 inside p 1
status_of "$doorway" exec --name p -q --timeout 200ms --events "$here/gone" -- true >"$here/status"
status_of "$doorway" exec --name p -q --no-wait --events "$here/gone" -- true >>"$here/status"
"$doorway" exec --name p --events "$here/gone" -- true &
until_true 10 waiting p 1
kill -TERM $!
wait $!
same "why it gave up" "queued
gave up why=timeout status=75
gave up why=not free status=75
queued
gave up why=signal status=143" "$(told "$here/gone" why status)"

# Of a session, in an anteroom: those with a seat come first.
e=("$doorway" exec -q --name p --seats 2)
touch "$here/last"
wait
"$doorway" remove p
rm "$here/go"
"${e[@]}" -- sh -c "$(hold go)" &
until_true 10 inside p 1
"${e[@]}" -- true &
until_true 10 waiting p 1
for i in 3 4; do
  "${e[@]}" --events "$here/room$i" -- true &
  until_true 10 waiting p $((i - 1))
  until_true 10 test -s "$here/room$i"
done
touch "$here/go"
wait
has "in the anteroom" "queued place=2" "$(told "$here/room3" place)"
has "in the anteroom, behind another" "queued place=3" "$(told "$here/room4" place)"

# A reader that does not read, one that has gone, no such descriptor, no such folder.
mkfifo "$here/pipe"
exec 9<>"$here/pipe"
head -c 65536 /dev/zero >&9
same "a full pipe" 0 "$(status_of timeout 20 "$doorway" exec --name p --events 9 -- true)"
head -c 65536 <&9 >/dev/null
same "is not written to" "" "$(timeout 1 head -c 1 <&9)"
exec 9<&-
same "no reader" 0 "$("$doorway" exec --name p --events 7 -- true 7> >(exec <&-); echo $?)"
same "a descriptor that is not open" 2 "$(status_of "$doorway" exec --name p --events 77 -- true)"
has "a descriptor that is not open" "descriptor 77 is not open for writing" "$(<"$here/err")"
same "one for reading" 2 "$(status_of "$doorway" exec --name p --events 0 -- true </dev/null)"
same "no such folder" 125 "$(status_of "$doorway" exec --name p --events "$here/no/such" -- touch "$here/ran")"
[[ ! -e $here/ran ]] || fail "the command ran all the same"
finish
