#!/usr/bin/env bash
# seats.sh TOOL: a process inside or waiting has a seat, also where resize has made more slots than there were seats.
# Catches: a resize that makes slots without the seats for them, one that takes seats away, and one that makes more than there can be.
source "$(dirname "$0")/common.sh"

seats() { "$doorway" status few --json | sed -n 's/.*"seats": \([0-9]*\).*/\1/p'; }
resize() { same "resize to $1" 0 "$(status_of "$doorway" resize few "$1")"; }

"$doorway" exec -k 2 --seats 3 --name few -- true
same "seats as asked for" 3 "$(seats)"
resize 4
same "two seats for a slot" 8 "$(seats)"

# Four are inside at a time, and others wait.
for _ in 1 2 3 4; do "$doorway" exec -k 4 --name few -- sleep 60 & done
until_true 10 inside few 4 || fail "$(count_in few inside) inside instead of 4"
for _ in 1 2 3 4; do "$doorway" exec -k 4 --name few -- true & done
until_true 10 waiting few 4 || fail "$(count_in few waiting) waiting instead of 4"
mapfile -t jobs < <(jobs -p)
kill -TERM "${jobs[@]}" 2>/dev/null
wait
same "left behind" "0 0" "$(count_in few inside) $(count_in few waiting)"

resize 1
same "fewer slots, as many seats" 8 "$(seats)"
resize 600
same "as many seats as there can be" 1024 "$(seats)"
finish
