#!/usr/bin/env bash
# setup_shared.sh TOOL: root makes the place of a group, for good. In a /dev/shm and an /etc/tmpfiles.d of its own.
# Catches: a place that a stranger can have first, take away or get into, names that are lost on the way, a squatter who is believed.
source "$(dirname "$0")/common.sh"


if [[ -z ${DOORWAY_TEST_APART-} ]]; then
  if ((EUID != 0)); then
    same "not root" 1 "$(status_of "$doorway" setup-shared "$(id -g)")"
    has "not root" "only root can make a place" "$(<"$here/err")"
    left_out "all but the refusal: this is not root"
    finish
  fi
  if ! reason=$(unshare --mount true 2>&1 && setpriv --reuid=64003 --regid=64003 --clear-groups true 2>&1); then
    left_out "all of it: ${reason##*: }"
    finish
  fi
  DOORWAY_TEST_APART=1 unshare --mount bash "$0" "$@"
  exit
fi
# All of it goes with the mount namespace, but for empty directories.
mkdir -p /etc/tmpfiles.d
mount -t tmpfs tmpfs /etc/tmpfiles.d
rm -rf "$here"
here=$(mktemp -d)
mount -t tmpfs -o mode=755 tmpfs "$here"
cp "$doorway" "$here/doorway"
doorway=$here/doorway
mount -t tmpfs -o mode=1777 tmpfs /dev/shm
unset DOORWAY_DIR
trap 'umount -l "$here"; rmdir "$here"' EXIT

gid=$(getent group games | cut -d: -f3)
place=/dev/shm/doorway-group-$gid
line=/etc/tmpfiles.d/doorway-group-$gid.conf
member() { setpriv --reuid=64001 --regid=64001 --groups="$gid" "$@"; }
stranger() { setpriv --reuid=64003 --regid=64003 --clear-groups "$@"; }

same "no such group" 2 "$(status_of "$doorway" setup-shared no-such-group)"
same "not root" 1 "$(status_of member "$doorway" setup-shared games)"

# A squatter: refused, and nothing is promised.
stranger mkdir -m 2770 "$place"
same "a stranger was first" 125 "$(status_of "$doorway" setup-shared games)"
has "a stranger was first" "belongs to somebody else" "$(<"$here/err")"
[[ ! -e $line ]] || fail "a stranger's directory is promised"
rmdir "$place"

# A member has made it already: its names stay.
member "$doorway" exec --shared games --name mine -- true
same "setup-shared" 0 "$(status_of "$doorway" setup-shared games)"
same "the place" "2770 0 $gid" "$(stat -c '%a %u %g' "$place")"
same "the line for systemd" "d $place 2770 root $gid -" "$(grep -v '^#' "$line")"
same "the name is still there" mine "$(member "$doorway" list --shared "$gid")"
same "a member goes on" 0 "$(status_of member "$doorway" exec --shared games --name mine --timeout 5s -- true)"
same "again" 0 "$(status_of "$doorway" setup-shared "$gid")"

# Nobody takes it away: neither a stranger nor the member who had made it.
member "$doorway" remove --shared games mine
for who in stranger member; do
  $who rmdir "$place" 2>/dev/null && fail "a $who has removed it"
  $who mv "$place" "$place-away" 2>/dev/null && fail "a $who has moved it away"
done
stranger ls "$place" >/dev/null 2>&1 && fail "a stranger may read it"
if command -v systemd-tmpfiles >/dev/null; then
  rmdir "$place"
  systemd-tmpfiles --create "$line" || fail "systemd does not take the line"
  same "made by systemd" "2770 0 $gid" "$(stat -c '%a %u %g' "$place")"
fi
finish
