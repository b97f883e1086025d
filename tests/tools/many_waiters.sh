#!/usr/bin/env bash
# many_waiters.sh TOOL [WAITERS [SECONDS [--session]]]: what so many waiters cost that not all of them have a seat, all of them
# together, in percent of one processor. At most 5 with 300 of them on 256 seats.
# Catches: those without a seat who keep asking for one, those far behind who wake all the time for nothing, those of a session who
# all take themselves for the next, and a search for the dead that everybody makes for himself.
source "$(dirname "$0")/common.sh"
waiters=${2-300}
seconds=${3-20}

arguments=(--name many)
others=(--name many)
if [[ ${4-} == --session ]]; then
  arguments+=(--session one)
  others+=(--session two)
fi
"$doorway" exec "${arguments[@]}" -- sleep 600 &
holder=$!
until_true 10 inside many 1 || fail "the holder did not get in"
pids=()
for ((i = 0; i < waiters; ++i)); do
  "$doorway" exec -q "${others[@]}" -- true &
  pids+=($!)
done
until_true 60 waiting many "$waiters" || fail "status shows $(count_in many waiting) waiting"
sleep 2  # whatever they do at the start has been done

# Ticks of all of them, in user and in kernel mode: the 14th and 15th field, and no command here has a blank.
ticks() {
  local pid sum=0 fields
  for pid in "${pids[@]}"; do
    read -r -a fields <"/proc/$pid/stat" && sum=$((sum + fields[13] + fields[14]))
  done
  echo $sum
}
# The scheduler's own count is finer than a tick, and nobody slips through between two of them.
nanoseconds() {
  local pid sum=0 ran
  for pid in "${pids[@]}"; do read -r ran _ <"/proc/$pid/schedstat" && sum=$((sum + ran)); done
  echo $sum
}
before_ticks=$(ticks)
before=$(nanoseconds)
began=$(now_ms)
sleep "$seconds"
took=$(($(now_ms) - began))
percent() { awk -v "used=$1" -v "of=$2" 'BEGIN { printf "%.2f", 100 * used / of }'; }
counted=$(percent $((($(ticks) - before_ticks) * 1000 / $(getconf CLK_TCK))) $took)
ran=$(percent $(($(nanoseconds) - before)) $((took * 1000000)))
echo "$waiters waiters: $counted % of one processor by their ticks, $ran % by the scheduler, over $took ms"
for each in "$counted" "$ran"; do
  awk -v "each=$each" 'BEGIN { exit !(each <= 5) }' || fail "$each % of one processor"
done

waiting many "$waiters" || fail "after that only $(count_in many waiting) wait"
kill -TERM "${pids[@]}"
wait "${pids[@]}" 2>/dev/null
kill -TERM $holder
finish
