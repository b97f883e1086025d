#!/usr/bin/env bash
# static.sh TOOL: it needs nothing but itself: in an empty root directory, with /proc and /dev/shm. Users and groups that are not in /etc come
# from getent(1), in a file system of its own. Catches: a library that is loaded after all, a user or a group that must have a name.
source "$(dirname "$0")/common.sh"

same "no interpreter, no libraries" "" "$(readelf -ld "$doorway" | grep -E 'INTERP|NEEDED')"
"$doorway" exec --name s -- sleep 60 &
until_true 10 inside s 1
has "a user has a name" " $(id -un) " "$("$doorway" status s)"
kill -TERM $!
wait
same "a group that is in no file" 2 "$(status_of "$doorway" list --shared no-such-group)"

# As root of a user namespace, if need be.
inside_empty() {
  unshare "${flags[@]}" sh -c 'mount -t tmpfs tmpfs "$0" && mkdir -p "$0/proc" "$0/dev/shm" "$0/bin" && cp "$1" "$0/bin/doorway" &&
    mount -t tmpfs tmpfs "$0/dev/shm" && chmod 1777 "$0/dev/shm" && mount -t proc proc "$0/proc" && cd "$0" && shift && exec chroot . "$@"' \
    "$here/root" "$doorway" "$@"
}
mkdir "$here/root"
flags=(--mount --pid --fork)
((EUID == 0)) || flags+=(--map-root-user)
if ! reason=$(inside_empty /bin/doorway --version 2>&1); then
  left_out "an empty root directory: ${reason##*: }"
  finish
fi
unset DOORWAY_DIR
same "an empty root" "doorway" "$(inside_empty /bin/doorway --version | cut -d' ' -f1)"
same "exec in it" 1 "$(status_of inside_empty /bin/doorway exec -v --name e -- /bin/doorway status nobody)"
has "it entered" "'e': slot 0 after" "$(<"$here/err")"
said=$(inside_empty /bin/doorway exec --name e -- /bin/doorway status e)
has "a user without a name" "e: 1 slot, 1 inside" "$said"
same "goes by number" 0 "$(awk '$1 == "0" { print $3 }' <<<"$said")"
same "a group by number" "a" "$(inside_empty /bin/doorway exec --shared 0 --name a -- /bin/doorway list --shared 0)"
same "a group by name" 2 "$(status_of inside_empty /bin/doorway list --shared root)"

# A group that only the name service knows: getent(1) is asked, with the name as one word. Root of a user namespace has no group but its own.
if ((EUID != 0)); then
  left_out "a group that only the name service knows: this is not root"
  finish
fi
asked() {
  unshare "${flags[@]}" sh -c 'mount --bind "$0" "$(readlink -f /usr/bin/getent)" && exec "$@"' "$here/getent" "$@"
}
printf '#!/bin/sh\n[ "$*" = "group a b" ] && echo "a b:x:%s:"\n' "$(id -g)" >"$here/getent"
chmod +x "$here/getent"
same "of the name service" 0 "$(status_of asked "$doorway" list --shared 'a b')"
same "that it does not know" 2 "$(status_of asked "$doorway" list --shared 'a')"
finish
