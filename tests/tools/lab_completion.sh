#!/usr/bin/env bash
# lab_completion.sh TOOL: bash and zsh complete commands, options, algorithms and what options take of `doorway-lab`.
# Catches what completion.sh catches, and a value of an option that --help knows and a completion, or the manual, has forgotten.
source "$(dirname "$0")/tab.sh"

offers "replay report rmr run" doorway-lab r
offers "k-bakery-cc k-bakery-cc-fast k-bakery-cc-wide" doorway-lab check k-bakery-cc
offers "bounded-fife bounded-timestamps" doorway-lab walk bounded
offers "bounded-fife" doorway-lab rmr --model cc bounded
offers "exclusion,fcfs exclusion,fife" doorway-lab check bakery --property exclusion,f
offers "dsm" doorway-lab rmr bakery --model = d
offers "" doorway-lab check bakery -n ""
offers "" doorway-lab walk bakery --steps ""
touch "$here/t.json"
offers "$here/t.json" doorway-lab replay --steps "$here/t."
offers "$here/t.json" doorway-lab check bakery --trace "$here/t."

same_everywhere

# same_values COMMAND OPTION PATTERN [MANUAL]: what may follow the option. PATTERN is how --help begins to say it. MANUAL: what the manual
# says instead of them.
same_values() {
  local values section
  section=$(section_of "$1")
  values=$("$doorway" "$1" --help | grep -oP -e "$3\K[a-z-]+((, *| or )[a-z-]+)*" | sed 's/ or /,/g' | tr -d ' ' | tr ',' '\n' | sort)
  [[ $values == *$'\n'* ]] || fail "the values of $1 $2 were not found in its --help"
  offers "$(joined <<<"$values")" doorway-lab "$1" name "$2" ""
  # shellcheck disable=SC2086  # words
  zsh_offers "doorway-lab $1 name $2 " $values
  if (($# > 3)); then
    grep -qe "$4" <<<"$section" || fail "manual: $1 $2 does not say '$4'"
    return
  fi
  for value in $values; do
    grep -qwe "$value" <<<"$section" || fail "manual: $1 $2 $value is not there"
  done
}
same_values check --registers '--registers TEXT:\{'
same_values check --memory-order '--memory-order TEXT:\{'
same_values check --property 'one or more of: ' 'doorway-lab list'
same_values rmr --model '--model TEXT REQUIRED +'
same_values rmr --schedule '--schedule TEXT +'
same_values claims --check '--check TEXT:\{'

zsh_offers "doorway-lab show k-bakery-c" k-bakery-cc k-bakery-cc-fast
zsh_offers "doorway-lab walk b" bakery bounded-timestamps
zsh_offers "doorway-lab replay $here/t" t.json
ask_zsh
finish
