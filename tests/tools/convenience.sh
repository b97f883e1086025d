#!/usr/bin/env bash
# convenience.sh TOOL: what one need not say: -k, --, which variable a slot goes into; several names in one exec; the same name inside itself.
# Catches: a k that is guessed instead of looked up, two who want the same names the other way round and wait for each other for ever, a slot
# that stays with one who gave up on the way, an exec that waits for itself, and one that is refused though it would not.
# shellcheck disable=SC2016
source "$(dirname "$0")/common.sh"

hold() { echo "until [ -e '$here/$1' ]; do sleep 0.01; done"; }

# -k: that of the name.
same "a new name" 0 "$(status_of "$doorway" exec --name one -- true)"
has "has one slot" '"k": 1' "$("$doorway" status one --json)"
"$doorway" exec -k 3 --name three -- true
same "without -k" 0 "$(status_of "$doorway" exec --name three -- true)"
same "with another" 2 "$(status_of "$doorway" exec -k 2 --name three -- true)"
for _ in 1 2 3; do "$doorway" exec --name three -- sh -c "$(hold go)" & done
until_true 10 inside three 3 || fail "three slots are not used without -k"
same "the fourth" 75 "$(status_of "$doorway" exec --name three --no-wait -- true)"
touch "$here/go"
wait
rm "$here/go"

# No --: the first word that is no option, nor the value of one.
same "no --" "a b" "$("$doorway" exec --name plain -q printf '%s %s' a b)"
same "options of the command" "-k" "$("$doorway" exec -k 1 --name=plain sh -c 'echo "$1"' x -k)"
same "a command called as one of ours" 127 "$(cd "$here" && PATH=$here status_of "$doorway" exec list 2>&1)"
same "with --" "--" "$("$doorway" exec --name plain -- printf %s --)"

# Durations.
same "1h30m" 0 "$(status_of "$doorway" exec --timeout 1h30m --max-time 1m500ms -- true)"
began=$(now_ms)
"$doorway" exec --name t -- sleep 30 &
holder=$!
until_true 10 inside t 1
same "0m0.1s200ms" 75 "$(status_of "$doorway" exec --name t --timeout 0m0.1s200ms -- true)"
has "is 300 ms" "gave up after 300 ms" "$(<"$here/err")"
kill -TERM $holder
wait $holder

# --set and --values.
same "--set" "0" "$("$doorway" exec -k 2 --name s --set CARD -- sh -c 'echo $CARD')"
same "--values" "5 0" "$("$doorway" exec --name s --set CARD --values 5,7 sh -c 'echo $CARD $DOORWAY_SLOT')"
"$doorway" exec --name s -- sh -c "$(hold go)" &
until_true 10 inside s 1
same "the second one" "a b" "$("$doorway" exec --name s --set CARD --values '5,a b' sh -c 'echo $CARD')"
touch "$here/go"
wait
rm "$here/go"
same "as many values as the name has slots" 2 "$(status_of "$doorway" exec --name s --set CARD --values 1,2,3 -- true)"
same "a new name has as many slots" 0 "$(status_of "$doorway" exec --name v --set CARD --values 1,2,3 -- true)"
has "a new name has as many slots" '"k": 3' "$("$doorway" status v --json)"

long=$(printf 'x%.0s' {1..20000})
same "a long value" 20000 "$("$doorway" exec --name long --set CARD --values "$long" -- sh -c 'printf %s "$CARD"' | wc -c)"

# Several names: all of them, or none.
"$doorway" exec -k 2 --name y -- true
same "both" "y x 1 1 0 1" "$("$doorway" exec --name y -- "$doorway" exec --name y --name x --set ONE \
  sh -c 'echo $DOORWAY_NAME $DOORWAY_SLOT $DOORWAY_SLOT_1 $DOORWAY_SLOT_2 $ONE')"
"$doorway" exec --name d -- sh -c "$(hold go)" &
until_true 10 inside d 1
same "one is not free" 75 "$(status_of "$doorway" exec --name c --name d --timeout 200ms -- true)"
has "it is said which" "'d': gave up after 200 ms; 1 slot taken" "$(<"$here/err")"
same "nor is the other kept" 0 "$(status_of "$doorway" exec --name c --no-wait -- true)"
"$doorway" exec --name d --name c -- true &
until_true 10 waiting d 1
same "who waits for the second has the first" 75 "$(status_of "$doorway" exec --name c --no-wait -- true)"
touch "$here/go"
wait
rm "$here/go"
# The wrapper of one who is inside both is killed: both stay taken as long as its command runs.
"$doorway" exec --name c --name d -- sleep 60 &
wrapper=$!
until_true 10 has_command d
child=$(command_of d)
strays+=("$child")
kill -KILL $wrapper
wait $wrapper 2>/dev/null
for name in c d; do
  same "$name, its wrapper killed" 75 "$(status_of "$doorway" exec --name $name --timeout 200ms -- true)"
done
kill -KILL "$child"
same "and both come back" 0 "$(status_of "$doorway" exec --name c --name d --timeout 10s -- true)"
# In this order and in that, many times.
job="mkdir '$here/busy' || echo twice >>'$here/twice'; sleep 0.005; rmdir '$here/busy'; echo >>'$here/ran'"
for _ in 1 2 3; do
  (for _ in $(seq 10); do "$doorway" exec -q --name a --name b -- sh -c "$job"; done) &
  (for _ in $(seq 10); do "$doorway" exec -q --name b --name a -- sh -c "$job"; done) &
done
wait
[[ ! -e $here/twice ]] || fail "two were inside"
same "all ran" 60 "$(wc -l <"$here/ran")"

# Inside itself: refused if it would wait for itself, and not if there is another slot, another session, or if nobody holds it any more.
inner() { echo "'$doorway' exec $* -- sh -c 'echo inner'"; }
same "inside itself" 2 "$(status_of timeout 20 "$doorway" exec --name i -- sh -c "$(inner --name i)")"
has "it is said" "'i' is held by the command that has started this, which would wait for itself" "$(<"$here/err")"
same "two slots" inner "$("$doorway" exec -k 2 --name i2 -- sh -c "$(inner --name i2)")"
same "both slots" 2 "$(status_of timeout 20 "$doorway" exec --name i2 -- "$doorway" exec --name i2 -- sh -c "$(inner --name i2)")"
same "another name" inner "$("$doorway" exec --name i -- sh -c "$(inner --name j)")"
same "one of several names" 2 "$(status_of timeout 20 "$doorway" exec --name i -- sh -c "$(inner --name j --name i)")"
same "the same session" inner "$("$doorway" exec --name is --session a -- sh -c "$(inner --name is --session a)")"
same "another session" 2 "$(status_of timeout 20 "$doorway" exec --name is --session a -- sh -c "$(inner --name is --session b)")"
same "--no-wait" 75 "$(status_of "$doorway" exec --name i -- sh -c "$(inner --name i --no-wait)")"
same "through others" 2 "$(status_of timeout 20 "$doorway" exec --name i -- "$doorway" exec --name j -- sh -c "$(inner --name i)")"
# One that is left behind, with the variable, when its starter has gone: somebody else holds the name now.
"$doorway" exec --name i -- sh -c "(until [ -e '$here/go' ]; do sleep 0.01; done; $(inner --name i) >'$here/late' 2>&1) &"
"$doorway" exec --name i -- sh -c "touch '$here/go'; sleep 0.5" &
wait $!
until_true 10 grep -q inner "$here/late" || fail "one whose starter has gone is refused: $(<"$here/late")"
same "without the variable it waits" 75 "$(status_of "$doorway" exec --name i -- env -u DOORWAY_INSIDE "$doorway" exec --name i --timeout 200ms -- true)"
finish
