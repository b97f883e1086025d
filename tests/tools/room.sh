#!/usr/bin/env bash
# room.sh TOOL: where the directory is full, names that nobody has used for a day go. On a small file system, with a clock of its own.
# Catches: a new name that cannot be made for the sake of one that nobody uses; one that goes though it is in use or was used today, and
# one that goes where that helps nobody.
source "$(dirname "$0")/common.sh"

later=(unshare --time --boottime 200000)
flags=(--mount)
((EUID == 0)) || flags+=(--map-root-user)
if [[ -z ${DOORWAY_TEST_APART-} ]]; then
  if ! reason=$(unshare "${flags[@]}" "${later[@]}" true 2>&1); then
    left_out "all of it: ${reason##*: }"
    finish
  fi
  DOORWAY_TEST_APART=1 unshare "${flags[@]}" bash "$0" "$@"
  exit
fi
mount -t tmpfs -o size=700k tmpfs "$here" || fail "no small file system"
trap 'wait; umount -l "$here"; clean_up' EXIT

for name in oldest used old; do
  "$doorway" exec --name $name --seats 256 -- true || fail "no room for $name"
done
"$doorway" exec --name used -- sleep 30 &
holder=$!
until_true 10 inside used 1
same "no room, and all were used today" 125 "$("$doorway" exec --name new -- true 2>/dev/null; echo $?)"
same "nothing has gone" "old oldest used" "$("$doorway" list | xargs)"
same "no room for so large a file by ulimit" 125 "$(ulimit -f 8 && "${later[@]}" "$doorway" exec --name new -- true 2>/dev/null; echo $?)"
same "nothing has gone for that" "old oldest used" "$("$doorway" list | xargs)"
said=$("${later[@]}" "$doorway" exec --name new -- true 2>&1) || fail "no room was made: $said"
has "it is said" "is full: 'oldest' was removed, which nobody had used for 2 d" "$said"
same "the one unused for longest has gone" "new old used" "$("$doorway" list | xargs)"
kill -TERM $holder
finish
