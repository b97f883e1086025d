#!/usr/bin/env bash
# order.sh TOOL: jobs started one after the other enter in that order, with k = 1.
# Catches: a queue that is none (flock's and sem_t's wake-up order), a waiter that overtakes.
source "$(dirname "$0")/common.sh"

# Says its number when it enters, and "twice" if somebody else is inside.
job() { echo "mkdir '$here/busy' || echo twice >>'$here/order'; echo $1 >>'$here/order'; sleep 0.02; rmdir '$here/busy'"; }

"$doorway" exec --name o -- sh -c "until [ -e '$here/go' ]; do sleep 0.01; done" &
until_true 10 inside o 1 || fail "the first did not get in"
for i in $(seq 10); do
  "$doorway" exec --name o -- sh -c "$(job "$i")" &
  # 20 ms apart where the machine is idle; in any case one is in the queue before the next is started.
  sleep 0.02
  until_true 10 waiting o "$i" || fail "job $i did not queue"
done
touch "$here/go"
wait
same "order" "$(seq -s' ' 10)" "$(xargs <"$here/order")"

# Somebody in the middle who withdraws, and one who is killed, change nothing for the others; those who come later and get
# their seats do not get their places.
rm "$here/go" "$here/order"
"$doorway" exec --name o -- sh -c "until [ -e '$here/go' ]; do sleep 0.01; done" &
until_true 10 inside o 1
pids=()
for i in $(seq 6); do
  "$doorway" exec --name o -- sh -c "$(job "$i")" &
  pids+=($!)
  until_true 10 waiting o "$i" || fail "job $i did not queue again"
done
kill -TERM "${pids[1]}"
kill -KILL "${pids[3]}"
wait "${pids[1]}"
same "a waiter that was told to go" 143 $?
for i in 7 8; do
  "$doorway" exec --name o -- sh -c "$(job "$i")" &
  until_true 10 waiting o $((i - 2)) || fail "job $i did not queue"
done
touch "$here/go"
wait
same "order of the others" "1 3 5 6 7 8" "$(xargs <"$here/order")"
finish
