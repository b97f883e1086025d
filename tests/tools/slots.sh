#!/usr/bin/env bash
# slots.sh TOOL: twenty jobs through three slots, all at once.
# Catches: a slot number out of range, two jobs in one slot, more than three inside, a job lost, a queue that does not move.
source "$(dirname "$0")/common.sh"

# A job makes a directory for its slot, which fails if there is one, and takes it away again.
# shellcheck disable=SC2016
job='mkdir "$0/slot-$DOORWAY_SLOT" || { echo "twice in $DOORWAY_SLOT"; exit 1; }
echo "$DOORWAY_SLOT $DOORWAY_NAME $DOORWAY_WAITED_MS"
here=$0; set -- "$here"/slot-*; echo $# >>"$here/counts"
sleep 0.1
rmdir "$0/slot-$DOORWAY_SLOT"'

began=$(now_ms)
for i in $(seq 20); do
  "$doorway" exec -k 3 --name t -- sh -c "$job" "$here" >"$here/job-$i" 2>&1 &
done
wait
took=$(($(now_ms) - began))

same "jobs that ran" 20 "$(cat "$here"/job-* | wc -l)"
same "slots in use" "0 1 2" "$(cut -d' ' -f1 "$here"/job-* | sort -u | xargs)"
same "names" t "$(cut -d' ' -f2 "$here"/job-* | sort -u | xargs)"
same "most inside" 3 "$(sort -n "$here/counts" | tail -1)"
# Seven rounds of 0.1 s. Slow machines are forgiven a lot; a slot that is lost or a queue that stalls is not.
((took >= 600 && took < 20000)) || fail "it took $took ms"
same "left behind" "0 0" "$(count_in t inside) $(count_in t waiting)"

# One that waits half a second at least is told so.
"$doorway" exec --name w -- sh -c "until [ -e '$here/go' ]; do sleep 0.01; done" &
until_true 10 inside w 1
began=$(now_ms)
"$doorway" exec --name w -- sh -c "echo \$DOORWAY_WAITED_MS >'$here/waited'" &
until_true 10 waiting w 1 || fail "nobody waits"
sleep 0.5
touch "$here/go"
wait
waited=$(<"$here/waited")
((waited >= 500 && waited <= $(now_ms) - began)) || fail "it says it waited $waited ms, of $(($(now_ms) - began))"
finish
