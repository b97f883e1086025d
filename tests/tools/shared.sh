#!/usr/bin/env bash
# shared.sh TOOL: --shared GROUP. With real users for those who may be them (setpriv); else with a group of one's own, alone.
# Catches: files or directories that others can get at, or that members cannot; a slot that one user holds and another
# does not see or cannot get back; a name of the group that is mixed up with one's own; a directory that somebody else put
# there and that is believed.
source "$(dirname "$0")/common.sh"

[[ -w /dev/shm ]] || { left_out "groups share names in /dev/shm, which cannot be written to here"; finish; }
# A group that nobody is a member of, and the users that setpriv makes members of it: by number, they need no entry.
group=games
gid=$(getent group "$group" | cut -d: -f3)
member() { setpriv --reuid=64001 --regid=64001 --groups="$gid" "$@"; }
other_member() { setpriv --reuid=64002 --regid="$gid" --clear-groups "$@"; }
stranger() { setpriv --reuid=64003 --regid=64003 --clear-groups "$@"; }
may_be_others() { touch "$here/given" && chown 64001:64001 "$here/given" && member true && other_member true && stranger true; }
if reason=$(may_be_others 2>&1); then
  many_users=1
else
  many_users=0
  left_out "all that takes several users: ${reason##*: }"
  group=$(id -gn 2>/dev/null) || { left_out "the user has no group with a name"; finish; }
  gid=$(id -g)
  member() { "$@"; }
  other_member() { "$@"; }
fi
folder=/dev/shm/doorway-group-$gid
name=test-$$-shared
d() { "$doorway" "$1" --shared "$group" "${@:2}"; }

[[ -e $folder ]] && made_here=0 || made_here=1
clean_shared() {
  "$doorway" remove --shared "$group" --force $name >/dev/null 2>&1
  ((made_here)) && rmdir "$folder" 2>/dev/null
  [[ -z $spare ]] || rm -rf "/dev/shm/doorway-group-$spare"
  clean_up
}
spare=
trap clean_shared EXIT

# The tool must be within reach of other users too.
tool=$here/doorway
cp "$doorway" "$tool"
chmod 755 "$here" "$tool"
doorway=$tool

same "no such group" 2 "$(status_of "$doorway" exec --shared no-such-group -- true)"
has "no such group" "there is no group 'no-such-group'" "$(<"$here/err")"

# Made by a member, with whatever umask: for the group, and for nobody else.
(umask 0 && member "$doorway" exec --shared "$group" --name $name -- true) || fail "a member cannot make a name"
((made_here)) && same "the directory" "2770 $gid" "$(stat -c '%a %g' "$folder")"
same "the file" "660 $gid" "$(stat -c '%a %g' "$folder/$name")"
d remove $name
(umask 077 && member "$doorway" exec --shared "$group" --name $name -- true) || fail "a member cannot make it again"
same "the file, umask 077" "660 $gid" "$(stat -c '%a %g' "$folder/$name")"
has "list" "$name" "$(d list)"
has "list, the group by its number" "$name" "$("$doorway" list --shared "$gid")"
[[ $("$doorway" list) != *"$name"* ]] || fail "a name of the group is among one's own"

# A holder of one user keeps another out, who is told the pid; and gets the slot when it is killed.
held_by() {  # USER: holds the slot; $holder and $child are its processes
  "$1" "$doorway" exec --shared "$group" --name $name -- sleep 60 &
  until_true 10 eval '[[ $(child_of) ]]' || fail "$1 did not get in"
  holder=$(d status $name --json | sed -n 's/.*"pid": \([0-9]*\).*/\1/p' | head -1)
  child=$(child_of)
  strays+=("$child")
}
child_of() { d status $name --json | sed -n 's/.*"command_pid": \([0-9]*\).*/\1/p' | head -1; }
hand_over() {  # FROM TO
  held_by "$1"
  same "$2 behind $1" 75 "$(status_of "$2" "$doorway" exec --shared "$group" --name $name --no-wait -- true)"
  has "$2 is told" "pid $holder" "$(<"$here/err")"
  same "$2 cannot remove it" 1 "$(status_of "$2" "$doorway" remove --shared "$group" $name)"
  kill -KILL "$holder"
  wait $! 2>/dev/null
  same "$2 while the command of $1 runs" 75 \
    "$(status_of "$2" "$doorway" exec --shared "$group" --name $name --timeout 100ms -- true)"
  kill -KILL "$child"
  same "$2 after $1 was killed" 0 \
    "$(status_of "$2" "$doorway" exec --shared "$group" --name $name --timeout 10s -- true)"
}
hand_over member other_member
if ((many_users)); then
  root() { "$@"; }
  hand_over root member
  hand_over other_member root
fi
same "resize by another" 0 "$(status_of other_member "$doorway" resize --shared "$group" $name 3)"
same "the new k" 0 "$(status_of member "$doorway" exec --shared "$group" -k 3 --name $name -- true)"

# Those who are no members: nothing to be seen, had, or made.
if ((many_users)); then
  for command in "exec --name $name -- true" "status $name" "list --json" "remove $name" "remove --force $name" "resize $name 2"; do
    # shellcheck disable=SC2086
    same "a stranger: $command" 125 "$(status_of stranger "$doorway" ${command%% *} --shared "$group" ${command#* })"
    has "a stranger: $command" "Permission denied" "$(<"$here/err")"
  done
  [[ -e $folder/$name ]] || fail "a stranger has removed it"
  # A group that has no directory yet.
  while IFS=: read -r spare_group _ spare _; do
    ((spare > 0)) && [[ ! -e /dev/shm/doorway-group-$spare ]] && break
  done < <(getent group)
  squatted=/dev/shm/doorway-group-$spare
  same "a stranger makes the directory" 125 "$(status_of stranger "$doorway" exec --shared "$spare_group" -- true)"
  has "and is told" "are you a member of it?" "$(<"$here/err")"
  same "nothing is left of it" "" "$(find /dev/shm -maxdepth 1 -name "doorway-group-$spare*")"
  # One that a stranger has put there, of the right mode, or a link: nobody believes it.
  stranger mkdir -m 2770 "$squatted"
  same "a stranger's directory" 125 "$(status_of "$doorway" exec --shared "$spare_group" -- true)"
  has "a stranger's directory" "belongs to somebody else" "$(<"$here/err")"
  rmdir "$squatted"
  stranger ln -s "$folder" "$squatted"
  same "a stranger's link" 125 "$(status_of "$doorway" exec --shared "$spare_group" -- true)"
  has "a stranger's link" "only a link" "$(<"$here/err")"
  rm "$squatted"
  # A member opens the directory to all: refused until it is closed again.
  if ((made_here)); then
    chmod 2777 "$folder"
    same "open to all" 125 "$(status_of member "$doorway" exec --shared "$group" -k 3 --name $name -- true)"
    has "open to all" "chmod it to 2770" "$(<"$here/err")"
    chmod 2770 "$folder"
  fi
  # In the directory: a link, somebody's file that is not the group's.
  ln -s /etc/passwd "$folder/$name-link"
  same "a link" 125 "$(status_of member "$doorway" exec --shared "$group" --name $name-link -- true)"
  has "a link" "symbolic link" "$(<"$here/err")"
  rm "$folder/$name-link"
  cp "$folder/$name" "$folder/$name-own" && chown 64001:64001 "$folder/$name-own"
  same "a file of another group" 125 "$(status_of "$doorway" exec --shared "$group" -k 3 --name $name-own -- true)"
  has "a file of another group" "belongs to somebody else" "$(<"$here/err")"
  rm "$folder/$name-own"
else
  if ! id -G | tr ' ' '\n' | grep -qx 0 && [[ ! -e /dev/shm/doorway-group-0 ]]; then
    same "not a member of root" 125 "$(status_of "$doorway" exec --shared root -- true)"
    has "not a member of root" "are you a member of it?" "$(<"$here/err")"
  fi
fi
same "remove" 0 "$(status_of member "$doorway" remove --shared "$group" $name)"
finish
