#!/usr/bin/env bash
# status.sh TOOL: what status shows of a queue: whose processes, who is behind whom and held up by whom; one screen of it; one file that cannot
# be used beside others. Catches: an order that is not that of the queue, a stopped one that nobody is told of, a screen that scrolls, and a
# bad file that hides the others or is hidden.
source "$(dirname "$0")/common.sh"

# The value of FIELD for each of the waiting.
of_waiting() {
  "$doorway" status q --json | python3 -c 'import json, sys; print(*(str(one.get(sys.argv[1])) for one in json.load(sys.stdin)["waiting"]))' "$1"
}

"$doorway" exec --name q -- sh -c "until [ -e '$here/go' ]; do sleep 0.01; done" &
until_true 10 inside q 1
pids=()
for i in 1 2 3 4; do
  "$doorway" exec -q --name q --seats 4 -- true &
  pids[i]=$!
  until_true 10 waiting q "$i"
done
said=$("$doorway" status q)
same "whose" 5 "$(grep -c " $(id -un) " <<<"$said")"
same "places" "1 2 3 4" "$(of_waiting place)"
same "the pids in that order" "${pids[*]}" "$(of_waiting pid)"
same "behind whom" "None ${pids[1]} ${pids[2]} ${pids[3]}" "$(of_waiting behind)"
same "users" "$(for _ in 1 2 3 4; do id -u; done | xargs)" "$(of_waiting uid)"
kill -STOP "${pids[2]}"
until_true 10 grep -q '^State:.T' "/proc/${pids[2]}/status"
same "held up by whom" "None None ${pids[2]} ${pids[2]}" "$(of_waiting held_up_by)"
same "is said of both" 2 "$("$doorway" status q | grep -c "held up by ${pids[2]}, which is stopped: true")"
kill -CONT "${pids[2]}"

# One screen: it begins in the first row each time, and has no more rows than the terminal.
if command -v script >/dev/null; then
  script -qec "stty rows 7 cols 100; exec timeout 3.5 '$doorway' status q --watch" /dev/null </dev/null >"$here/screen" 2>&1
  looks=$(grep -ao $'\e\[H' "$here/screen" | wc -l)
  ((looks >= 2)) || fail "--watch drew $looks screens: $(<"$here/screen")"
  same "no more rows than fit" $((looks * 6)) "$(grep -ac $'\e\[K' "$here/screen")"
  has "the rest is counted" "lines more" "$(<"$here/screen")"
else
  echo "no script(1) here: --watch on a terminal was left out"
fi
touch "$here/go"
wait

# A file that cannot be used: it is named, and the others are there.
"$doorway" exec --name good -- true
head -c 5000 /dev/zero >"$DOORWAY_DIR/bad"
for command in list status "list --json" "status --json"; do
  # shellcheck disable=SC2086
  same "$command" 125 "$(status_of "$doorway" $command)"
  has "$command: it is named" "$DOORWAY_DIR/bad cannot be used" "$(<"$here/err")"
  has "$command: the others are there" good "$(<"$here/out")"
done
same "JSON names it" "bad" "$("$doorway" status --json 2>/dev/null | python3 -c 'import json, sys
print(*(one["name"] for one in json.load(sys.stdin) if "trouble" in one))')"
has "in short" "bad   cannot be used" "$("$doorway" status 2>/dev/null)"
finish
