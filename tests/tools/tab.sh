# Sourced by the tests of the completions: TAB.sh TOOL. What a user is offered who types a line and then TAB, in bash and in zsh;
# and whether the completions, the manual and --help know the same options. Without zsh its half is left out, and that is said.
# shellcheck shell=bash source=tests/tools/common.sh
source "$(dirname "$0")/common.sh"
completions=$(cd "$(dirname "$0")/../../completions" && pwd)
tool=$(basename "$doorway")
manual=$completions/../docs/man/$tool.1
mkdir "$here/bin"
ln -s "$doorway" "$here/bin/$tool"
PATH=$here/bin:$PATH

# Lines as one line: xargs would take --help for its own.
joined() { paste -sd' '; }

# One a line.
in_bash() {
  bash -c 'source "$0/$1.bash" || exit
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
    "_${1//-/_}"
    printf "%s\n" "${COMPREPLY[@]}"' "$completions" "$@"
}
offers() {  # WANTED WORD...
  same "bash: ${*:2}" "$1" "$(in_bash "${@:2}" | sort | joined)"
}
has "bash: it is registered" "_${tool//-/_} $tool" "$(bash -c 'source "$0/$1.bash" && complete -p "$1"' "$completions" "$tool")"

# zsh is asked at the end, once for all lines: it takes a while to start.
lines=()
known_to_zsh=()
zsh_offers() { lines+=("$@" ----); }  # LINE WORD...

options_in() { grep -oE -e '(^|[^[:alnum:]-])(--?[a-z][a-z-]*|-[A-Z]\b)' | grep -oE -e '--?[a-zA-Z].*' | grep -vx -e -h -e --help | sort -u | joined; }
options_of() { "$doorway" "$1" --help | grep -oE '^ +(-[a-zA-Z],)?--?[a-z-]+(,--[a-z-]+)?' | tr ',' ' '; }
# The manual's section about a command, without its fonts.
section_of() {
  sed 's/\\f[A-Z]/ /g; s/\\-/-/g' "$manual" |
    awk -v head=".SS $tool $1" '/^\.S[SH] / { on = $0 == head || index($0, head " ") == 1 } on'
}

# All that --help knows, and nothing else.
same_everywhere() {
  local command known commands
  commands=$("$doorway" --help | awk '/^(Subc|C)ommands:/ { on = 1; next } on && /^  [a-z]/ { print $1 } on && /^$/ { on = 0 }')
  same "bash: the commands" "$(sort <<<"$commands" | joined)" "$(in_bash "$tool" "" | grep -v '^-' | sort | joined)"
  same "manual: the commands" "$commands" "$(sed -n "s/^.SS ${tool/-/\\\\-} \([a-z\\\\-]*\).*/\1/p" "$manual" | tr -d '\\\\')"
  # shellcheck disable=SC2086  # words
  zsh_offers "$tool " $commands
  for command in $commands; do
    options_of "$command" | grep -q -e --help || fail "the options of $command were not found in its --help"
    known=$(options_of "$command" | options_in)
    same "bash: the options of $command" "$known" "$(in_bash "$tool" "$command" - | options_in)"
    same "manual: the options of $command" "$known" "$(section_of "$command" | options_in)"
    known_to_zsh[${#lines[@]}]=$known
    # shellcheck disable=SC2086
    zsh_offers "$tool $command -" --help $known
  done
}

# zsh, typed on a terminal of its own: a key that lists what could come next, and what it shows.
ask_zsh() {
  command -v zsh >/dev/null || { echo "no zsh here: its completion was left out"; return; }
  zsh -n "$completions/_$tool" || fail "zsh: it does not parse"
  cat >"$here/type.zsh" <<'ZSH'
# type.zsh COMPLETIONS SEEN LINE WORD... ---- : types each LINE, says what is not offered; SEEN/N is what was shown, N being where
# the line stands among the arguments, from 0.
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
zpty -w t "LISTMAX=1000; stty cols 200 rows 100; bindkey '^T' list-choices; print re''ady"
shows ready || print "zsh did not start: $seen"
folder=$2 at=0
shift 2
while (($#)); do
  line=$1 words=() file=$folder/$at
  shift
  while [[ $1 != ---- ]]; do words+=($1); shift; ((++at)); done
  shift
  ((at += 2))
  seen=
  zpty -w -n t $line$'\x14'
  shows $words || print -r -- "zsh: '$line' should offer $words: $seen"
  zpty -w -n t $'\x15'
  zpty -w t "print en''d"
  shows end || print -r -- "zsh: '$line': no end of $seen"
  print -r -- $seen >$file
done
zpty -d t
ZSH
  mkdir "$here/seen"
  local said at shown
  said=$(zsh -f "$here/type.zsh" "$completions" "$here/seen" "${lines[@]}" 2>&1)
  [[ -z $said ]] || fail "$said"
  for at in "${!known_to_zsh[@]}"; do
    # A row is "--json  -- for other programs"; control sequences and the line itself are around it.
    shown=$(sed 's/\x1b[[()][0-9;?]*[A-Za-z]//g' "$here/seen/$at" | tr '\r' '\n' | sed 's/ -- .*//' | options_in)
    same "zsh: ${lines[at]}" "${known_to_zsh[at]}" "$shown"
  done
}
