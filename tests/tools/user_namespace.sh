#!/usr/bin/env bash
# user_namespace.sh TOOL: where the names are in a user namespace, in which everybody may be "root". All in a /dev/shm of the
# test's own.
# Catches: a caller who is let in beside himself, inside and outside; root's place, or a stranger's, used or made by somebody who
# only has that number inside; users without a number, who all look alike, in one place.
set -u
if [[ -z ${DOORWAY_TEST_HAS_OWN_MEMORY-} ]]; then
  export DOORWAY_TEST_HAS_OWN_MEMORY=1
  # shellcheck disable=SC2016
  mounts='mount -t tmpfs -o mode=1777 none /dev/shm && mount -t tmpfs -o mode=755 none /run && mkdir /run/user'
  for options in -m -rm; do
    unshare $options bash -c "$mounts" 2>/dev/null && exec unshare $options bash -c "$mounts && exec bash \"\$@\"" bash "$0" "$@"
  done
  echo "left out: the user may not make a user namespace, or not mount in it"
  exit 77
fi
source "$(dirname "$0")/common.sh"
unset DOORWAY_DIR

cp "$doorway" "$here/doorway"
chmod 755 "$here" "$here/doorway"
doorway=$here/doorway
places() { (cd /dev/shm && printf '%s ' doorway-*); }
none='doorway-* '  # what the shell says of no place
gone() { rm -rf /dev/shm/doorway-*; }

# keeps_out WHAT OUTSIDE... -- INSIDE...: who holds a slot as the one keeps the other out, both ways.
keeps_out() {
  local what=$1 outside=() inside pid
  shift
  while [[ $1 != -- ]]; do outside+=("$1") && shift; done
  shift
  inside=("$@")
  "${outside[@]}" true || fail "$what: cannot be run"
  "${outside[@]}" "$doorway" exec --name n -- sh -c "touch $here/held/a; sleep 1000" &
  pid=$!
  until_true 10 test -e "$here/held/a" || fail "$what: nobody gets in outside"
  same "$what" 75 "$(status_of "${inside[@]}" "$doorway" exec --name n --no-wait -- true)"
  kill $pid
  wait $pid
  "${inside[@]}" "$doorway" exec --name n -- sh -c "touch $here/held/b; sleep 1000" &
  pid=$!
  until_true 10 test -e "$here/held/b" || fail "$what: nobody gets in inside"
  same "$what, the other way" 75 "$(status_of "${outside[@]}" "$doorway" exec --name n --no-wait -- true)"
  kill $pid
  wait $pid
  rm -f "$here"/held/*
}
mkdir -m 1777 "$here/held"

# A container that has a /dev/shm of its own: numbers are those inside, and of a namespace in it those of the container.
box='mount -t tmpfs -o mode=1777 none /dev/shm && mkdir -m 1777 /dev/shm/held && "$0" exec --name n -- true &&
  cd /dev/shm && echo doorway-* && unshare --map-user=5 "$0" exec --name n -- true && echo doorway-*'
cp "$doorway" /run/doorway
in_box() { "$@" unshare -rm sh -c "$box" /run/doorway 2>&1; }
same "a container's own /dev/shm" $'doorway-0\ndoorway-0' "$(in_box env)"
# Users without a number.
if unshare -U true; then
  same "no number" 125 "$(status_of unshare -U "$doorway" exec --name n -- true)"
  has "no number" "this user namespace has no number for the user who runs this (see /proc/self/uid_map)" "$(<"$here/err")"
  same "no number, in DOORWAY_DIR" 125 "$(status_of env DOORWAY_DIR=/dev/shm/mine unshare -U "$doorway" list)"
  has "no number, in DOORWAY_DIR" "no number for the user" "$(<"$here/err")"
  same "nothing is made" "$none" "$(places)"
fi

user=(setpriv --reuid=64001 --regid=64001 --clear-groups)
if ! reason=$("${user[@]}" unshare -r true 2>&1); then
  left_out "all that takes an ordinary user: ${reason##*: }"
  finish
fi
inside=("${user[@]}" unshare -r)
same "a container of an ordinary user" $'doorway-0\ndoorway-0' "$(in_box "${user[@]}")"

"$doorway" exec --name n -- true
"${user[@]}" "$doorway" exec --name n -- true
same "root's place, and the user's" "doorway-0 doorway-64001 " "$(places)"
keeps_out "unshare -r" "${user[@]}" -- "${inside[@]}"
keeps_out "unshare -c" "${user[@]}" -- "${user[@]}" unshare -c
keeps_out "any number" "${user[@]}" -- "${user[@]}" unshare --map-user=33
keeps_out "root's" env -- unshare -r
has "status" "/dev/shm/doorway-64001/n" "$("${inside[@]}" "$doorway" status n)"
same "the number of those without one" 125 "$(status_of "${user[@]}" unshare --map-user=65534 "$doorway" list)"
has "the number of those without one" "no number for the user" "$(<"$here/err")"
same "two deep" 125 "$(status_of "${inside[@]}" unshare -r "$doorway" exec --name n -- true)"
has "two deep, that is root's number" "/dev/shm/doorway-0: Permission denied" "$(<"$here/err")"
same "nothing else is made" "doorway-0 doorway-64001 " "$(places)"

# Root's namespace, whose other numbers are shifted (a map is one write, so no builtin): root's number tells that the others are those outside.
gone
same "root's is made" 0 "$(status_of unshare -r "$doorway" exec --name n -- true)"
mkfifo "$here/mapped"
# shellcheck disable=SC2016
unshare -U sh -c 'read -r _ <"$1" && exec setpriv --reuid=33 "$0" exec --name n -- true' "$doorway" "$here/mapped" &
shifted=$!
has_namespace() { [[ $(readlink /proc/$shifted/ns/user) != "$(readlink /proc/self/ns/user)" ]]; }
until_true 10 has_namespace
env printf '0 0 1\n1 100000 60000\n' >/proc/$shifted/uid_map
echo 0 0 4294967295 >/proc/$shifted/gid_map
echo >"$here/mapped"
wait $shifted || fail "in a namespace of shifted numbers"
same "root's, and the shifted user's" "doorway-0 doorway-100032 " "$(places)"

# Nothing is there, and it may be a stranger's.
gone
same "not there" 125 "$(status_of "${inside[@]}" "$doorway" exec --name n -- true)"
has "it is said" "there is no /dev/shm/doorway-64001, and this user namespace does not tell whether it would be yours" \
  "$(<"$here/err")"
has "and what to do" "run 'doorway list' outside once, or set DOORWAY_DIR" "$(<"$here/err")"
same "two deep, not there" 125 "$(status_of "${inside[@]}" unshare --map-user=33 "$doorway" list)"
same "nothing is made" "$none" "$(places)"
"${user[@]}" "$doorway" list >/dev/null
same "after that" 0 "$(status_of "${inside[@]}" "$doorway" exec --name n -- true)"
same "DOORWAY_DIR" 0 "$(status_of env DOORWAY_DIR=/dev/shm/mine "${inside[@]}" "$doorway" exec --name n -- true)"
# Without /proc, nobody can tell who this is outside.
gone
hidden='mount -t tmpfs none /proc && exec "$0" exec --name n -- true'
same "no /proc" 125 "$(status_of "${user[@]}" unshare -rm sh -c "$hidden" "$doorway")"
has "no /proc" "there is no /dev/shm/doorway-0, and this user namespace does not tell" "$(<"$here/err")"
same "nothing is made without /proc" "$none" "$(places)"

# Who has logged in has a sign of his number.
mkdir -m 700 /run/user/64001
same "a stranger's sign" 125 "$(status_of "${inside[@]}" "$doorway" exec --name n -- true)"
chown 64001:64001 /run/user/64001
keeps_out "with a sign" "${inside[@]}" -- "${user[@]}"
same "made, and his" 64001 "$(stat -c %u /dev/shm/doorway-64001)"
same "two deep it is no sign" 125 "$(status_of "${inside[@]}" unshare -r "$doorway" list)"
same "nothing else is made" "doorway-64001 " "$(places)"
rmdir /run/user/64001
gone

# Groups.
gid=$(getent group games | cut -d: -f3)
member=(setpriv --reuid=64001 --regid="$gid" --clear-groups)
same "a group's, not there" 125 "$(status_of "${member[@]}" unshare -c "$doorway" list --shared games)"
has "a group's, not there" "whether it would be the group's; run 'doorway list --shared GROUP' outside once" "$(<"$here/err")"
same "nothing is made for a group" "$none" "$(places)"
"${member[@]}" "$doorway" exec --shared games --name n -- true
inode=$(stat -c %i "/dev/shm/doorway-group-$gid/n")
same "a group with the same number" 0 "$(status_of "${member[@]}" unshare -c "$doorway" status --shared games n)"
same "a group with another number" 0 "$(status_of "${member[@]}" unshare -r "$doorway" exec --shared root --name n -- true)"
same "it is the same file" "$inode" "$(stat -c %i "/dev/shm/doorway-group-$gid/n")"
same "a group without a number" 125 "$(status_of "${member[@]}" unshare -r "$doorway" list --shared games)"
has "a group without a number" "this user namespace has no number for the group (see /proc/self/gid_map)" "$(<"$here/err")"
same "nothing else is made" "doorway-group-$gid " "$(places)"
finish
