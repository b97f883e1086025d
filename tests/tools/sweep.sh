#!/usr/bin/env bash
# sweep.sh TOOL: the files of names vanish while they are in use, as at a logout (systemd-logind, RemoveIPC) or by rm.
# Catches: a newcomer that is let in beside a holder, beside the command of a killed holder, or behind a directory that somebody
# has made anew; waiters that end with 125; a name that an idle daemon or a killed holder keeps for ever.
source "$(dirname "$0")/common.sh"

# What logind does, what rm does, and what an administrator does who then makes the directory again.
sweep_all() { find "$DOORWAY_DIR" -depth -uid "$EUID" -delete; }
sweep_file() { rm "$DOORWAY_DIR"/*; }
sweep_and_make() { sweep_all && mkdir -m 700 "$DOORWAY_DIR"; }

# Evidence that needs no doorway: a directory is made by one only.
job="mkdir '$here/busy' || echo twice >>'$here/twice'; sleep 0.05; rmdir '$here/busy'; echo >>'$here/ran'"
for sweep in sweep_all sweep_file sweep_and_make; do
  rm -rf "$here/go" "$here/ran" && touch "$here/ran"
  "$doorway" exec --name s -- sh -c "mkdir '$here/busy'; until [ -e '$here/go' ]; do sleep 0.01; done; rmdir '$here/busy'" &
  holder=$!
  until_true 10 test -d "$here/busy" || fail "$sweep: nobody is inside"
  "$doorway" exec --name s --timeout 30s -- sh -c "$job" 2>"$here/first" &
  first=$!
  "$doorway" exec --name s -- sh -c "$job" &
  second=$!
  until_true 10 waiting s 2 || fail "$sweep: two do not wait"
  $sweep
  same "$sweep: a newcomer with --no-wait" 75 "$(status_of "$doorway" exec --name s --no-wait -- sh -c "$job")"
  grep -q "'s' has vanished .*; gave up" "$here/err" || fail "$sweep: a newcomer with --no-wait: $(<"$here/err")"
  has "$sweep: it is told who is inside" "pid $holder  for" "$(<"$here/err")"
  has "$sweep: and what" "until [ -e" "$(<"$here/err")"
  "$doorway" status s >"$here/out" 2>"$here/err"
  has "$sweep: so does status" "pid $holder  for" "$(<"$here/err")"
  same "$sweep: a newcomer with --timeout" 75 "$(status_of "$doorway" exec --name s --timeout 300ms -- sh -c "$job")"
  "$doorway" exec --name s -- sh -c "$job" &
  third=$!
  until_true 10 grep -q "has vanished" "$here/first" || fail "$sweep: a waiter does not notice"
  until_true 10 grep -q "pid $holder  for" "$here/first" || fail "$sweep: a waiter is not told for whom: $(<"$here/first")"
  sleep 0.3
  same "$sweep: nobody runs beside the holder" 0 "$(wc -l <"$here/ran")"
  touch "$here/go"
  wait $holder
  same "$sweep: the holder" 0 $?
  for pid in $first $second $third; do
    wait "$pid"
    same "$sweep: one who waited" 0 $?
  done
  same "$sweep: all ran" 3 "$(wc -l <"$here/ran")"
  same "$sweep: afterwards" 0 "$(status_of "$doorway" exec --name s --no-wait -- true)"
done

# Holder and command swept and killed: the command alone keeps newcomers out; then nobody does.
"$doorway" exec --name o -- sh -c 'exec sleep 60' &
wrapper=$!
until_true 10 has_command o
command=$(command_of o)
strays+=("$command")
sweep_all
kill -KILL $wrapper
wait $wrapper 2>/dev/null
same "the command of a killed holder runs on" 75 "$(status_of "$doorway" exec --name o --timeout 300ms -- true)"
sweep_all
same "swept again" 75 "$(status_of "$doorway" exec --name o --no-wait -- true)"
kill -KILL "$command"
until_true 10 is_gone "$command"
same "it is dead" 0 "$(status_of "$doorway" exec --name o --timeout 20s -- true)"

# A daemon that a command has left behind keeps nobody out.
"$doorway" exec --name daemon -- sh -c "setsid sleep 60 >/dev/null 2>&1 & echo \$! >'$here/daemon'"
strays+=("$(<"$here/daemon")")
sweep_all
same "a daemon is left, and the file is gone" 0 "$(status_of "$doorway" exec --name daemon --no-wait -- true)"

# Removed by force, it is another matter: who is inside is not counted.
"$doorway" exec --name f -- sleep 60 &
forced=$!
until_true 10 has_command f
same "remove --force" 0 "$(status_of "$doorway" remove --force f)"
same "a new one beside it" 0 "$(status_of "$doorway" exec --name f --no-wait -- true)"
kill -TERM $forced
wait $forced

# At random: sweeps, wrappers killed, newcomers. The commands are never killed.
rm -rf "$here/busy" "$here/ran"
kills=0
sweeps=0
end=$(($(now_ms) + 5000))
while (($(now_ms) < end || kills < 3 || sweeps < 3)); do
  pids=()
  for _ in 1 2 3 4; do
    "$doorway" exec -q --name random -- sh -c "${job/0.05/0.01}" &
    pids+=($!)
    ((RANDOM % 3)) || { sweep_all 2>/dev/null; sweeps=$((sweeps + 1)); }
  done
  sleep "0.0$((RANDOM % 6))$((RANDOM % 10))"
  kill -KILL "${pids[RANDOM % 4]}" 2>/dev/null && kills=$((kills + 1))
  sweep_file 2>/dev/null
  for pid in "${pids[@]}"; do
    wait "$pid"
    ended=$?
    ((ended == 0 || ended == 137)) || fail "one of many ended with $ended"
  done
done 2>/dev/null
until_true 10 "$doorway" exec -q --name random --no-wait -- true || fail "the slot is lost"
echo "$kills wrappers killed, $sweeps sweeps and as many files removed, $(wc -l <"$here/ran") commands ran"
[[ ! -e $here/twice ]] || fail "two were inside, $(wc -l <"$here/twice") times"
# More vanished files than one would think of, each with a daemon that has it open: the holder among them is found.
for ((i = 0; i < 70; ++i)); do
  "$doorway" exec --name many -- sh -c 'sleep 200 >/dev/null 2>&1 & echo $! >>"$0"' "$here/daemons"
  rm "$DOORWAY_DIR/many"
done
"$doorway" exec --name many -- sleep 1000 &
holder=$!
until_true 10 inside many 1 || fail "many vanished files: nobody is inside"
rm "$DOORWAY_DIR/many"
same "many vanished files: a newcomer" 75 "$(status_of "$doorway" exec --name many --timeout 200ms -- true)"
kill -TERM $holder
xargs kill <"$here/daemons"
wait

# Few descriptors: the command shows all the same that it is inside when its doorway is killed and the file vanishes.
(ulimit -n 64 && exec "$doorway" exec --name few -- sleep 1000) &
wrapper=$!
until_true 10 inside few 1 || fail "few descriptors: nobody is inside"
until_true 10 pgrep -P "$wrapper" || fail "few descriptors: no command"
strays+=("$(pgrep -P "$wrapper")")
kill -KILL "$wrapper"
rm "$DOORWAY_DIR/few"
same "few descriptors: a newcomer" 75 "$(status_of "$doorway" exec --name few --timeout 200ms -- true)"

# A link with a slash behind it is a link.
ln -s "$DOORWAY_DIR" "$here/link"
same "a link with a slash" 125 "$(DOORWAY_DIR=$here/link/ status_of "$doorway" exec --name few -- true)"
has "a link with a slash" "only a link to one" "$(<"$here/err")"

finish
