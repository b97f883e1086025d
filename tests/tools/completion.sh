#!/usr/bin/env bash
# completion.sh TOOL: bash and zsh complete commands, options, names and groups, as their users meet them.
# Catches: a completion that does not load; a command or an option which --help knows and a completion, or the manual, has
# forgotten. Without zsh on the machine its half is left out, and that is said.
source "$(dirname "$0")/common.sh"
completions=$(cd "$(dirname "$0")/../../completions" && pwd)
mkdir "$here/bin"
ln -s "$doorway" "$here/bin/doorway"
PATH=$here/bin:$PATH
for name in alpha beta; do "$doorway" exec --name $name -- true; done

# Lines as one line: xargs would take --help for its own.
joined() { paste -sd' '; }

# What a user who types this line and then TAB is offered: one a line.
in_bash() {
  bash -c 'source "$0/doorway.bash" || exit
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
    _doorway
    printf "%s\n" "${COMPREPLY[@]}"' "$completions" "$@"
}
offers() {  # WANTED WORD...
  same "bash: ${*:2}" "$1" "$(in_bash "${@:2}" | sort | joined)"
}
has "bash: it is registered" "_doorway doorway" "$(bash -c 'source "$0/doorway.bash" && complete -p doorway' "$completions")"
offers "remove resize" doorway re
offers "alpha beta" doorway exec --name ""
offers "beta" doorway exec --name b
offers "alpha" doorway status a
offers "alpha" doorway remove --force a
offers "alpha beta" doorway resize ""
offers "--seats --session --shared --slots" doorway exec --s
offers "10m 10s" doorway exec --timeout 10
offers "root" doorway list --shared roo
offers "" doorway exec -k ""
offers "beta" doorway exec --name = b
offers "alpha beta" doorway exec --name =
offers "" doorway status --shared no-such-group ""
has "bash: after -- it is a command" "/etc/passwd" "$(in_bash doorway exec -- cat /etc/passw)"
has "bash: after -- it is a command" "doorway" "$(in_bash doorway exec -- doorwa)"

# All that --help knows, and nothing else.
options_of() { "$doorway" "$1" --help | grep -oE '^ +(-[a-z],)?--?[a-z-]+(,--[a-z-]+)?' | tr ', ' '\n\n' | grep -E '^-'; }
same "bash: the commands" "$("$doorway" --help | awk '/^Commands:/ { on = 1; next } on && /^  [a-z]/ { print $1 } on && /^$/ { on = 0 }' | sort | joined)" \
  "$(in_bash doorway "" | grep -v '^-' | sort | joined)"
for command in exec status list remove resize demo; do
  known=$(options_of $command | grep -vx -e -h | sort -u | joined)
  [[ $known == *--help* ]] || fail "the options of $command were not found in its --help"
  same "bash: the options of $command" "$known" "$(in_bash doorway $command - | grep -vx -e -- | sort | joined)"
  [[ $(<"$completions/_doorway") == *"$command"* ]] || fail "zsh: $command is not there"
  for option in $known; do
    grep -q -e "$option" "$completions/_doorway" || fail "zsh: $command $option is not there"
    grep -qF -e "${option//-/\\-}" "$completions/../docs/man/doorway.1" || fail "manual: $command $option is not there"
  done
done

# zsh, typed on a terminal of its own: TAB twice, and what it shows.
if ! command -v zsh >/dev/null; then
  echo "no zsh here: its completion was only searched for the names of commands and options"
  finish
fi
zsh -n "$completions/_doorway" || fail "zsh: it does not parse"
cat >"$here/type.zsh" <<'ZSH'
# type.zsh FOLDER LINE WORD... : each LINE is typed, and a key that lists what could come next; says what is not offered.
zmodload zsh/zpty
zpty -b t zsh -f -i
typeset -F SECONDS
seen=
# Until all of these have been said since the last time, or 10 s.
shows() {
  local part end=$((SECONDS + 10)) word
  while ((SECONDS < end)); do
    for word in "$@"; do [[ $seen == *$word* ]] || break; done
    [[ $seen == *$word* ]] && return 0
    zpty -r -t t part && seen+=$part || sleep 0.01
  done
  return 1
}
zpty -w t "PS1=; unsetopt prompt_cr prompt_sp; fpath=($1 \$fpath); autoload -U compinit; compinit -D -u"
zpty -w t "LISTMAX=1000; stty cols 200 rows 100; bindkey '^X' list-choices; print re''ady"
shows ready || print "zsh did not start: $seen"
shift
while (($#)); do
  line=$1 words=()
  shift
  while (($#)) && [[ $1 != ---- ]]; do words+=($1); shift; done
  shift
  seen=
  zpty -w -n t $line$'\x18'
  shows $words || print -r -- "zsh: '$line' should offer $words: $seen"
  zpty -w -n t $'\x15'
done
zpty -d t
ZSH
said=$(zsh -f "$here/type.zsh" "$completions" \
  "doorway re" remove "take a name away" resize ---- \
  "doorway exec --name " alpha beta ---- \
  "doorway exec --s" --session --shared --slots --seats ---- \
  "doorway status " alpha beta ---- \
  "doorway remove --f" "even while it is in use" ----  2>&1)
[[ -z $said ]] || fail "$said"
finish
