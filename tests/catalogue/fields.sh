#!/usr/bin/env bash
# fields.sh: what the build says of an entry with a mistake in it, file and field; and that it takes the one to begin with.
# It would catch a mistake that comes out only when a command meets it, and a template that has gone out of date.
set -uo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0

check() { cmake -P "$root/cmake/check_catalogue.cmake" -- "$@" 2>&1; }
sed 's/TODO.hpp/bakery.hpp/; s/TODO/n/g' "$root/catalogue/new/my-lock.json" >"$folder/my-lock.json"
out=$(check "$root"/catalogue/*.json "$folder/my-lock.json") || { echo "$out"; failed=1; }

# says WORDS SED: the template, changed like that, is refused with these words.
says() {
  local out
  sed -E "s/TODO.hpp/bakery.hpp/; s/TODO/n/g; $2" "$root/catalogue/new/my-lock.json" >"$folder/my-lock.json"
  if out=$(check "$folder/my-lock.json") || [[ $out != *"catalogue/my-lock.json: $1"* ]]; then
    echo "after sed '$2' the build should say: catalogue/my-lock.json: $1"
    echo "$out"
    failed=1
  fi
}
says 'figure is missing' '/"figure"/d'
says 'paper.year is STRING; it is NUMBER' 's/2026/"2026"/'
says 'rmr.dsm.bound is missing' 's/("dsm": \{)"bound": "none claimed", /\1/'
says 'registers.count is missing' 's/"count": "n", //'
says 'claimed.starvation_freedom.place is missing' 's/, "place": "n"//'
says "claimed.exclusion.claim is 'yes'; it is one of: holds, denied" '0,/"holds"/s//"yes"/'
says "problem is 'exclusion'; it is one of: mutual exclusion, k-exclusion, group exclusion" 's/"mutual exclusion"/"exclusion"/'
says "name is 'your-lock'; it is the file's: my-lock" 's/my-lock/your-lock/'
says "file is 'include/doorway/algorithms/mutual_exclusion/your_lock.hpp': there is none" 's/bakery.hpp/your_lock.hpp/'
says 'there is still something to do: "figure": "TODO",' 's/"figure": "n"/"figure": "TODO"/'
says 'is not JSON: ' '$d'
says 'is not JSON: ' 's/"notes": \[\]/"notes": [],/'
says 'is not JSON: ' 's/"notes": \[\]/"notes": [] \/\/ none/'
exit "$failed"
