#!/usr/bin/env bash
# anteroom.sh TOOL: more processes than seats. Those without a seat are seen, and get in in the order in which they came.
# Catches: those without a seat who take one as it comes, a newcomer who takes the seat that others wait for, one who dies or
# gives up without a seat and keeps those behind it waiting, and a name that leaves a file behind.
source "$(dirname "$0")/common.sh"

e=("$doorway" exec -q --name a --seats 2)
# Says its number when it enters.
job() { echo "echo $1 >>'$here/order'"; }
fill() {  # one inside, and one who waits for it, so that nobody else has a seat
  rm -f "$here/go" "$here/order"
  "${e[@]}" -- sh -c "until [ -e '$here/go' ]; do sleep 0.01; done" &
  until_true 10 inside a 1 || fail "the first did not get in"
  "${e[@]}" -- sh -c "$(job 1)" &
  until_true 10 waiting a 1 || fail "the second did not queue"
}

fill
pids=()
for i in $(seq 2 9); do
  "${e[@]}" -- sh -c "$(job "$i")" &
  pids[i]=$!
  until_true 10 waiting a "$i" || fail "job $i is not to be seen"
done
said=$("$doorway" status a)
has "status counts them" "1 inside, 9 waiting, 8 of them for one of the 2 seats" "$said"
same "and lists them in order" "${pids[*]}" "$(awk '/no seat yet:/ { print $2 }' <<<"$said" | xargs)"
same "JSON marks them" 8 "$("$doorway" status a --json | grep -c '"state": "outside"')"
same "they are no name" "a" "$("$doorway" list)"

# The head of those without a seat is killed, one in the middle too, and one withdraws.
kill -KILL "${pids[2]}" "${pids[5]}"
began=$(now_ms)
kill -TERM "${pids[7]}"
wait "${pids[7]}"
same "one that withdraws" 143 $?
(($(now_ms) - began < 10000)) || fail "it withdrew after $(($(now_ms) - began)) ms"
same "no-wait" 75 "$(status_of "${e[@]}" --no-wait -- true)"
same "timeout" 75 "$(status_of "${e[@]}" --timeout 200ms -- true)"
"${e[@]}" -- sh -c "$(job 10)" &
until_true 10 waiting a 7 || fail "a newcomer is not to be seen"
touch "$here/go"
wait 2>/dev/null
same "order" "1 3 4 6 8 9 10" "$(xargs <"$here/order")"
has "nobody is left" "a: 1 slot, 0 inside, 0 waiting  (" "$("$doorway" status a)"

# The name is taken away meanwhile: they start over, and nothing is left of it.
fill
for i in 2 3; do
  "${e[@]}" -- sh -c "$(job "$i")" &
  until_true 10 waiting a "$i" || fail "job $i did not queue again"
done
same "remove --force" 0 "$(status_of "$doorway" remove --force a)"
until_true 10 eval '[[ $(wc -l <"$here/order") == 3 ]]' || fail "they did not start over: $(xargs <"$here/order")"
touch "$here/go"
wait
same "remove" 0 "$(status_of "$doorway" remove a)"
same "nothing is left" "" "$(find "$DOORWAY_DIR" -name '*a*' -not -name names)"

# No room for an anteroom: a process that comes waits for a seat all the same, in no order, and says so. (The file of the name is there.)
fill
for i in 2 3; do
  (ulimit -f 100 && exec "$doorway" exec --name a --seats 2 -- sh -c "$(job "$i")") 2>"$here/crowded$i" &
  pids[i]=$!
done
for i in 2 3; do
  until_true 10 grep -q "no room for $DOORWAY_DIR/.a.anteroom .* in no order" "$here/crowded$i" ||
    fail "no room: it is not said: $(<"$here/crowded$i")"
done
same "no room, no-wait" 75 "$(ulimit -f 100 && status_of "${e[@]}" --no-wait -- true)"
same "no room, timeout" 75 "$(ulimit -f 100 && status_of "${e[@]}" --timeout 200ms -- true)"
touch "$here/go"
for i in 2 3; do
  wait "${pids[i]}"
  same "no room, and it gets in" 0 $?
done
wait
same "no room, and all ran" "1 2 3" "$(sort "$here/order" | xargs)"

# A damaged anteroom: the file is named and what to do with it; that is done, and nobody is the worse for it.
anteroom=$DOORWAY_DIR/.a.anteroom
for damage in ": >" "head -c 5000 /dev/zero >" "truncate -s 8192 " "printf levels | dd bs=1 seek=56 conv=notrunc of="; do
  fill
  "${e[@]}" -- true &
  waiter=$!
  until_true 10 waiting a 2 || fail "'$damage': nobody is in the anteroom"
  kill -KILL $waiter
  wait $waiter 2>/dev/null
  eval "$damage'$anteroom'" 2>/dev/null
  same "'$damage'" 125 "$(status_of timeout 20 "${e[@]}" -- true)"
  has "'$damage': the file is named" "$anteroom cannot be used" "$(<"$here/err")"
  has "'$damage': what to do" "delete it (it keeps nothing but the order" "$(<"$here/err")"
  same "'$damage': status" 0 "$(status_of "$doorway" status a)"
  has "'$damage': status shows those with a seat" "1 inside, 1 waiting" "$(<"$here/out")"
  # (What a file is for is checked by those who are to use it.)
  [[ $damage == printf* ]] || has "'$damage': and the damage" "$anteroom cannot be used" "$(<"$here/out")"
  rm "$anteroom"
  "${e[@]}" -- sh -c "$(job 2)" &
  until_true 10 waiting a 2 || fail "'$damage': nobody waits in a new one"
  touch "$here/go"
  wait
  same "'$damage': order" "1 2" "$(xargs <"$here/order")"
done

# `remove` takes a damaged one away with its name, by force also while the name is in use; and one that is left of a name that
# is there no more.
: >"$anteroom"
same "remove with a damaged one" 0 "$(status_of "$doorway" remove a)"
same "nothing is left of both" "" "$(find "$DOORWAY_DIR" -name '*a*' -not -name names)"
fill
: >"$anteroom"
same "remove --force with a damaged one" 0 "$(status_of "$doorway" remove --force a)"
[[ ! -e $anteroom ]] || fail "a damaged anteroom is left by remove --force"
"${e[@]}" --timeout 10s -- true || fail "a new name beside those inside"
touch "$here/go"
wait
: >"$DOORWAY_DIR/a" && : >"$anteroom"
same "remove --force, both damaged" 0 "$(status_of "$doorway" remove --force a)"
same "nothing is left of both" "" "$(find "$DOORWAY_DIR" -name '*a*' -not -name names)"
: >"$anteroom"
same "remove what is not there" 1 "$(status_of "$doorway" remove a)"
same "and what was left of it" "" "$(find "$DOORWAY_DIR" -name '*a*' -not -name names)"

# The name has vanished in use: its anteroom stays for those who still come, and goes by force.
fill
same "vanished, somebody has waited for a seat" 75 "$(status_of "${e[@]}" --timeout 200ms -- true)"
rm "$DOORWAY_DIR/a"
same "vanished, remove" 1 "$(status_of "$doorway" remove a)"
[[ -e $anteroom ]] || fail "the anteroom of a vanished name is gone"
same "vanished, remove --force" 1 "$(status_of "$doorway" remove --force a)"
[[ ! -e $anteroom ]] || fail "the anteroom of a vanished name is left by remove --force"
touch "$here/go"
wait
finish
