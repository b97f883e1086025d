#!/usr/bin/env bash
# fill.sh CATALOGUE_FILL: what catalogue-fill finds again it writes down as it stands in the catalogue; a mutant can be looked at.
# It would catch another order or layout, a question that the plan has lost, another verdict, mutant or number of states.
set -uo pipefail
fill=$1
root=$(cd "$(dirname "$0")/../.." && pwd)
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
cp "$root"/catalogue/*.json "$copy"
failed=0

# same WHAT: nothing has changed.
same() {
  diff -r -x README.md -x new "$root/catalogue" "$copy" || { echo "^ after $1; if it is the layout: catalogue-fill --format"; failed=1; }
}

"$fill" --catalogue "$copy" --format || failed=1
same "--format"
# However it was written.
sed -i 's/^ *//' "$copy"/*.json
"$fill" --catalogue "$copy" --format || failed=1
same "--format of files that were laid out in another way"
# Every quick search of one algorithm, of its flawed variants and its RMRs.
"$fill" --catalogue "$copy" one-bit --again >"$copy.log" || failed=1
same "one-bit --again"
"$fill" --catalogue "$copy" one-bit --refresh >"$copy.log" || failed=1
same "one-bit --refresh"
# What was not decided is asked again, with its mutant.
sed -i '0,/"HOLDS up to the bound", "mutant": "early group-bakery"/s//"INCONCLUSIVE", "reason": "out of time"/' "$copy/group-bakery.json"
! cmp -s "$root/catalogue/group-bakery.json" "$copy/group-bakery.json" || { echo "group-bakery has no such row: mend this test"; failed=1; }
"$fill" --catalogue "$copy" group-bakery --properties fcfs \
  --setting '{"n": 2, "k": 1, "sessions": 2, "passages": 3, "crashes": 0}' >"$copy.log" || failed=1
same "one question"
rm -f "$copy.log"

has() {  # WORDS ARGS...
  local out
  out=$("$fill" "${@:2}" 2>&1)
  [[ $out == *"$1"* ]] || { echo "catalogue-fill ${*:2}: should say '$1': $out"; failed=1; }
}
has 'ENTERS' --look bakery-no-doorway
has 'fcfs: VIOLATED' --look 'early bakery' --properties fcfs
has 'there is no' bakry
has 'is no part of a setting' --catalogue "$copy" one-bit --setting '{"m": 2}'
has 'there is no program bakery-no-door' --look bakery-no-door
exit "$failed"
