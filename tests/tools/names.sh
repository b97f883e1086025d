#!/usr/bin/env bash
# names.sh TOOL: status, list, remove, resize; seats.
# Catches: a second lock under a name that is in use, a k that changes under those who use it, waiters who stay behind with a
# removed file, a status that changes what it looks at, and text of others that reaches the terminal as it is.
source "$(dirname "$0")/common.sh"

same "nothing yet" "no names in $DOORWAY_DIR" "$("$doorway" status)"
"$doorway" exec -k 2 --name a -- sleep 600 &
one=$!
until_true 10 inside a 1
"$doorway" exec -k 2 --name a -- sleep 601 &
two=$!
until_true 10 inside a 2
"$doorway" exec -k 2 --name a -- sh -c "echo \$DOORWAY_SLOT >'$here/third'" &
three=$!
until_true 10 waiting a 1
"$doorway" exec --name b -- true

same "list" "a b" "$("$doorway" list | xargs)"
has "list --json" '"k": 2' "$("$doorway" list --json)"
has "status" "a: 2 slots, 2 inside, 1 waiting" "$("$doorway" status a)"
has "status" "sleep 601" "$("$doorway" status a)"
same "all names" "a 2 slots 2 1" "$("$doorway" status | awk '$1 == "a"' | xargs)"
before=$(stat -c %y "$DOORWAY_DIR/a")
"$doorway" status a >/dev/null
same "status only reads" "$before" "$(stat -c %y "$DOORWAY_DIR/a")"
"$doorway" status a --watch >"$here/watch" &
watcher=$!
shown_twice() { (($(grep -c '^a: 2 slots' "$here/watch") >= 2)); }
until_true 10 shown_twice || fail "--watch showed it only once"
kill -TERM $watcher
wait $watcher

# In use: neither removed nor resized, and it says by whom.
for command in "remove a" "resize a 3"; do
  # shellcheck disable=SC2086
  same "$command while in use" 1 "$(status_of "$doorway" $command)"
  has "$command says who" "pid $one" "$(<"$here/err")"
done
same "it goes on" "2 1" "$(count_in a inside) $(count_in a waiting)"
same "another k" 2 "$(status_of "$doorway" exec -k 3 --name a -- true)"
has "another k: both numbers" "2 slots, not 3" "$(<"$here/err")"

# By force: the one who waits starts over under the same name; those inside stay.
same "remove --force" 0 "$(status_of "$doorway" remove --force a)"
has "who is still inside" "pid $two" "$(<"$here/err")"
wait $three
same "the waiter started over" 0 $?
same "and got a slot of the new file" 0 "$(<"$here/third")"
kill -0 $one || fail "one who is inside should not be touched"
kill -TERM $one $two
wait $one $two
same "an end as always" 143 $?

# In peace.
same "resize" 0 "$(status_of "$doorway" resize a 5)"
same "the new k" 0 "$(status_of "$doorway" exec -k 5 --name a --no-wait -- true)"
same "not the old one" 2 "$(status_of "$doorway" exec -k 2 --name a -- true)"
same "remove" 0 "$(status_of "$doorway" remove a)"
same "gone" "b" "$("$doorway" list)"
same "remove what is not there" 1 "$(status_of "$doorway" remove a)"
same "resize what is not there" 1 "$(status_of "$doorway" resize a 2)"

# Two remove it at a time: one does, the other is told that it is gone. Both are held up until both are there.
"$doorway" exec --name twice -- true
exec 9<"$DOORWAY_DIR"
flock 9
for i in 1 2; do
  (
    exec 9<&-
    "$doorway" remove twice 2>"$here/gone-$i"
    echo $? >"$here/removed-$i"
  ) &
  pids[i]=$!
done
sleep 0.2
exec 9<&-
wait "${pids[1]}" "${pids[2]}"
same "two who remove" "0 1" "$(sort "$here"/removed-* | xargs)"
has "the second is told" "there is no 'twice'" "$(cat "$here"/gone-*)"

# No room for the new file: the old one stays, with its slots.
"$doorway" exec -k 2 --name kept -- true
same "resize without room" 125 "$(ulimit -f 8 && status_of "$doorway" resize kept 3)"
has "resize without room" "no room for" "$(<"$here/err")"
same "it keeps its slots" 0 "$(status_of "$doorway" exec -k 2 --name kept --no-wait -- true)"

# A file of an algorithm that cannot be recovered, or that nobody knows, is refused by name.
algorithm_is() { printf '%-32s' "$1" | tr ' ' '\0' | dd of="$DOORWAY_DIR/kept" bs=1 seek=56 conv=notrunc 2>/dev/null; }
for algorithm in levels k-bakery-2030; do
  algorithm_is $algorithm
  same "$algorithm: exec" 2 "$(status_of "$doorway" exec -k 2 --name kept -- true)"
  has "$algorithm: exec" "'kept' runs the algorithm '$algorithm', not 'k-bakery-cc-fast'" "$(<"$here/err")"
  same "$algorithm: resize" 2 "$(status_of "$doorway" resize kept 3)"
  has "$algorithm: resize" "'$algorithm'" "$(<"$here/err")"
done
has "status tells it" '"algorithm": "k-bakery-2030"' "$("$doorway" status kept --json)"
algorithm_is $'\xff\e'
same "status of nonsense" 0 "$(status_of "$doorway" status kept --json)"
same "remove" 0 "$(status_of "$doorway" remove kept)"

# Killed with nobody waiting: marked as dead, in nobody's way.
"$doorway" exec --name dead -- sleep 60 &
wrapper=$!
until_true 10 has_command dead
child=$(command_of dead)
kill -KILL $wrapper "$child"
wait $wrapper 2>/dev/null
until_true 10 is_gone "$child"
has "a dead one is marked" "dead: sleep 60" "$("$doorway" status dead)"
same "remove with a dead one" 0 "$(status_of "$doorway" remove dead)"

# Removed and made again while others come: never two inside.
job="mkdir '$here/busy' || echo >>'$here/twice'; sleep 0.005; rmdir '$here/busy'; echo >>'$here/ran'"
for _ in 1 2 3 4; do
  (for _ in $(seq 15); do "$doorway" exec -q --name r -- sh -c "$job"; done) &
done
for _ in $(seq 60); do
  "$doorway" remove r >/dev/null 2>&1
  sleep 0.01
done
wait
[[ ! -e $here/twice ]] || fail "two were inside, under one name"
same "all ran" 60 "$(wc -l <"$here/ran")"

# Text of others.
"$doorway" exec --name text -- sh -c 'exec sleep 60' $'\e[31mred\nline\xe2\x80\xae' &
until_true 10 inside text 1
said=$("$doorway" status text)
has "control characters" '\x1b[31mred\nline\xe2\x80\xae' "$said"
same "one line each" 4 "$(wc -l <<<"$said")"
same "JSON is escaped" 0 "$("$doorway" status text --json | grep -c $'\e')"

# Names that are not ours, and one that cannot be read, do not hide the others.
touch "$DOORWAY_DIR/.hidden" "$DOORWAY_DIR/sp ace"
echo nonsense >"$DOORWAY_DIR/nonsense"
same "list with a bad file" 125 "$(status_of "$doorway" list)"
same "the others are listed" "b text" "$(grep -vx r "$here/out" | xargs)"
has "and it is named" "nonsense" "$(<"$here/err")"
same "status with a bad file" 125 "$(status_of "$doorway" status)"
same "the others are shown" "text 1 slot 1 0" "$(awk '$1 == "text"' "$here/out" | xargs)"
has "and it is named" "$DOORWAY_DIR/nonsense" "$(<"$here/err")"
same "status --json with a bad file" 125 "$(status_of "$doorway" status --json)"
has "the others are shown" '"name": "text"' "$(<"$here/out")"

# A bad file is removed by force only, which is said; a link itself and not what it leads to.
same "remove a bad file" 125 "$(status_of "$doorway" remove nonsense)"
has "remove a bad file" "'doorway remove --force nonsense'" "$(<"$here/err")"
[[ -e $DOORWAY_DIR/nonsense ]] || fail "a bad file was removed without --force"
same "remove --force a bad file" 0 "$(status_of "$doorway" remove --force nonsense)"
has "remove --force a bad file" "'nonsense' was deleted" "$(<"$here/err")"
same "the name can be used" 0 "$(status_of "$doorway" exec --name nonsense --no-wait -- true)"
echo precious >"$here/precious"
ln -s "$here/precious" "$DOORWAY_DIR/link"
same "remove --force a link" 0 "$(status_of "$doorway" remove --force link)"
same "what it led to" precious "$(<"$here/precious")"
mkdir "$DOORWAY_DIR/folder"
for force in "" --force; do
  # shellcheck disable=SC2086
  same "remove $force a folder" 125 "$(status_of "$doorway" remove $force folder)"
  has "remove $force a folder" "$DOORWAY_DIR/folder is a directory; it is not used: move it away, or delete it with rmdir" \
    "$(<"$here/err")"
  [[ $(<"$here/err") != *"--force"* ]] || fail "it is told to do what does not work: $(<"$here/err")"
done
rmdir "$DOORWAY_DIR/folder"
same "its name can be used" 0 "$(status_of "$doorway" exec --name folder -- true)"
"$doorway" remove folder
same "status again" 0 "$(status_of "$doorway" status)"

# --watch: a name that is not there is said at once; one that goes meanwhile may come again.
same "watch nobody" 1 "$(status_of timeout 10 "$doorway" status nobody --watch)"
has "watch nobody" "there is no 'nobody'" "$(<"$here/err")"
timeout 60 "$doorway" status nonsense --watch >"$here/watch" 2>/dev/null &
watcher=$!
until_true 10 grep -q '^nonsense: 1 slot' "$here/watch" || fail "--watch shows nothing"
"$doorway" remove nonsense
sleep 1.1
"$doorway" exec -k 2 --name nonsense -- true
until_true 10 grep -q '^nonsense: 2 slots' "$here/watch" || fail "--watch ended when the name went"
kill -TERM $watcher
wait $watcher

# All seats taken: told once, and waited for.
"$doorway" exec --name seats --seats 2 -- sh -c "until [ -e '$here/go' ]; do sleep 0.01; done" &
until_true 10 inside seats 1
"$doorway" exec --name seats -- true &
until_true 10 waiting seats 1
same "no seat, timeout" 75 "$(status_of "$doorway" exec --name seats --timeout 100ms -- true)"
same "told once" 1 "$(grep -c 'all 2 seats' "$here/err")"
same "no seat, no-wait" 75 "$(status_of "$doorway" exec --name seats --no-wait -- true)"
"$doorway" exec --name seats -- true 2>/dev/null &
third=$!
sleep 0.2
kill -TERM $third
wait $third
same "no seat, a signal" 143 $?
"$doorway" exec --name seats -- true 2>"$here/err" &
third=$!
until_true 10 grep -q 'all 2 seats' "$here/err" || fail "it was not told"
touch "$here/go"
wait $third
same "got a seat" 0 $?
finish
