#!/usr/bin/env bash
# static.sh STATIC TOOL: the program that needs nothing: in an empty root directory, with nothing but /proc and /dev/shm, and beside the
# other one. Catches: a library that is loaded after all, a user or a group that must have a name, a slot that one sees and the other not.
source "$(dirname "$0")/common.sh"
tool=$2

same "no interpreter, no libraries" "" "$(readelf -ld "$doorway" | grep -E 'INTERP|NEEDED')"
same "exec" 3 "$(status_of "$doorway" exec -k 2 --name s -- sh -c 'exit 3')"
"$doorway" exec --name s -- sleep 60 &
until_true 10 inside s 1
"$tool" exec --name s -- sleep 60 &
until_true 10 inside s 2 || fail "the two programs do not see each other"
same "both slots are taken" 75 "$(status_of "$doorway" exec --name s --no-wait -- true)"
has "status" "$(id -un)" "$("$doorway" status s)"
same "a group that is in no file" 2 "$(status_of "$doorway" list --shared no-such-group)"
kill -TERM $(jobs -p)
wait

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
finish
