#!/usr/bin/env bash
# exit_status.sh TOOL: what doorway's exit status says.
# Catches: a wrapper that swallows or changes the command's status, and failures that look like the command's own.
source "$(dirname "$0")/common.sh"

same "true" 0 "$(status_of "$doorway" exec -- true)"
same "exit 7" 7 "$(status_of "$doorway" exec -- sh -c 'exit 7')"
same "exit 255" 255 "$(status_of "$doorway" exec -- sh -c 'exit 255')"
# shellcheck disable=SC2016
for signal in TERM KILL INT SEGV; do
  same "killed by $signal" $((128 + $(kill -l $signal))) "$(status_of "$doorway" exec -- sh -c 'kill -'$signal' $$')"
done
same "no such command" 127 "$(status_of "$doorway" exec -- ./no-such-command)"
has "no such command" "no-such-command" "$(<"$here/err")"
touch "$here/plain"
same "not a program" 126 "$(status_of "$doorway" exec -- "$here/plain")"
has "not a program" "Permission denied" "$(<"$here/err")"
same "a directory" 126 "$(status_of "$doorway" exec -- "$here")"
same "the slot is free after that" 0 "$(status_of "$doorway" exec --no-wait -- true)"

# The file is cut off while the command runs: its status is passed on all the same, and the trouble is said.
for size in 0 5000; do
  same "cut off to $size" 7 "$(status_of "$doorway" exec --name cut$size -- sh -c "truncate -s $size '$DOORWAY_DIR/cut$size'; exit 7")"
  has "cut off to $size" "$DOORWAY_DIR/cut$size was cut off while it was in use" "$(<"$here/err")"
  rm "$DOORWAY_DIR/cut$size"
done

# The standard streams are the command's.
same "stdin and stdout" "words" "$(echo words | "$doorway" exec -- cat)"
same "stderr" "words" "$("$doorway" exec -- sh -c 'echo words >&2' 2>&1)"
same "arguments" "a  b|--|-k|" "$("$doorway" exec -- printf '%s|' 'a  b' -- -k)"

# Wrong usage: 2, names the thing, and nothing is run.
usage() {  # PART ARGUMENT...
  local part=$1
  shift
  same "$*" 2 "$(status_of "$doorway" "$@")"
  has "$*" "$part" "$(<"$here/err")"
  same "$* on stdout" "" "$(<"$here/out")"
}
usage "doorway exec: there is no command" exec
usage "there is no command" exec --
usage "the command comes after --, and touch x is before it" exec -k 2 touch x -- y
usage "--nmae" exec --nmae x true
usage "there is no command" exec -k 2
usage "'a' is given twice" exec --name a --name b --name a -- true
usage "'2x' is no name of a variable" exec --set 2x -- true
usage "excludes" exec --session a --set X -- true
usage "requires --set" exec --values 1,2 -- true
usage "3 values for 2 slots: one for each" exec -k 2 --set X --values 1,2,3 -- true
usage "there is no command 'exce'" exce -- true
usage "not in range" exec -k 0 -- true
usage "not in range" exec -k 1025 -- true
usage "'ten' is no duration" exec --timeout ten -- true
usage "'-1' is no duration" exec --timeout=-1 -- true
for wrong in 30m1h 1h1h 1h30 h 1y 1h-5m 5ms3s; do
  usage "'$wrong' is no duration" exec --timeout="$wrong" -- true
done
usage "excludes" exec --timeout 1 --no-wait -- true
usage "excludes" exec -k 2 --session a -- true
usage "session" exec --session '' -- true
usage "too few" exec -k 5 --seats 4 -- true
usage "there is no group" exec --shared no-such-group -- true
usage "the group is empty" exec --shared '' -- true
usage "--slots: its value is missing" exec -k -- true
usage "NAME" remove
usage "K" resize x
usage "not in range" resize x 0
usage "only 'doorway exec'" status -- x
usage "--name: its value is missing" exec --name= -- true
for name in / a/b ../x .hidden -x $'new\nline' 'sp ace' $'\e[31m' "$(printf 'x%.0s' {1..201})"; do
  usage "a name is 1 to 200" exec --name="$name" -- true
done
same "a long name" 0 "$(status_of "$doorway" exec --name "$(printf 'x%.0s' {1..200})" -- true)"

# doorway itself fails: 125.
same "no directory" 125 "$(DOORWAY_DIR=$here/no/such/place status_of "$doorway" exec -- true)"
same "a directory that depends on where one is" 2 "$(cd "$here" && DOORWAY_DIR=names status_of "$doorway" exec -- true)"
has "a directory that depends on where one is" "begin it with /" "$(<"$here/err")"
mkdir -m 755 "$here/open"
same "an open directory" 125 "$(DOORWAY_DIR=$here/open status_of "$doorway" exec -- true)"
has "an open directory" "chmod" "$(<"$here/err")"
mkdir "$DOORWAY_DIR/folder"
same "a name that is a directory" 125 "$(status_of "$doorway" exec --name folder -- true)"
echo nonsense >"$DOORWAY_DIR/nonsense"
same "a file of somebody else" 125 "$(status_of "$doorway" exec --name nonsense -- true)"
has "a file of somebody else" "nonsense" "$(<"$here/err")"

# With stderr closed, no message may land in a file that got its number.
"$doorway" exec --name closed -- sleep 1000 &
until_true 10 inside closed 1
"$doorway" exec --name closed --no-wait -- true 2>&-
same "not free, stderr closed" 75 $?
"$doorway" exec --name closed --no-wait -- true 2> /dev/full
same "not free, stderr full" 75 $?
"$doorway" exec -v --name another -- true 2> /dev/full
same "a message that cannot be written" 0 $?
same "the file is sound" 0 "$(status_of "$doorway" status closed)"
"$doorway" exec --name c2 -- sh -c 'test ! -e /proc/self/fd/2' 2>&-
same "closed for the command too" 0 $?

same "no such name" 1 "$(status_of "$doorway" status nobody)"
same "version" "doorway" "$("$doorway" --version | cut -d' ' -f1)"

# Output that cannot be written.
if [[ -w /dev/full ]]; then
  for arguments in list status --help --version "exec --help"; do
    # shellcheck disable=SC2086
    "$doorway" $arguments >/dev/full 2>"$here/err"
    same "$arguments, with a full disk" 125 $?
    has "$arguments, with a full disk" "cannot write" "$(<"$here/err")"
  done
fi
finish
