#!/usr/bin/env bash
# examples.sh TOOL: each example of the manual and of every --help is taken by the tool, with stand-ins for the reader's own commands.
# Catches: an option that was renamed, an example that was never tried.
source "$(dirname "$0")/common.sh"
manual=$(cd "$(dirname "$0")/../../docs/man" && pwd)/doorway.1

mkdir "$here/bin"
ln -s "$doorway" "$here/bin/doorway"
cd "$here/bin" || exit
for name in make ffmpeg train report backup deploy jq; do
  printf '#!/bin/sh\necho "%s ran"\n' "$name" >$name
  chmod +x $name
done
PATH=$here/bin:$PATH

ran=0
# One that must be root's (setup_shared.sh has it), or that goes on until it is interrupted, is told apart. 1: there is no such name here.
try() {  # WHERE LINE
  local status
  [[ $2 != "doorway setup-shared"* ]] || return
  rm -rf "${DOORWAY_DIR:?}"
  timeout 20 bash -c "$2" >"$here/out" 2>"$here/err" </dev/null
  status=$?
  if [[ $2 == *--watch* ]] && ((status == 124)); then status=0; fi
  ((status == 0 || status == 1)) || fail "$1: $2: status $status: $(<"$here/err")"
  if [[ $2 == "doorway exec"* ]]; then
    has "$1: $2" " ran" "$(<"$here/out")"
  fi
  ((++ran))
}

while IFS= read -r line; do
  try "the manual" "$line"
done < <(awk '/^\.SH / { on = $2 == "EXAMPLES" } on && /^doorway/' "$manual" | sed 's/\\-/-/g')
((ran >= 6)) || fail "the manual has only $ran examples"

# An example's remark stands three blanks away; ... stands for what the reader would give.
commands=$("$doorway" --help | awk '/^(Subc|C)ommands:/ { on = 1; next } on && /^  [a-z]/ { print $1 }')
for command in "" $commands; do
  while IFS= read -r line; do
    try "doorway $command --help" "$line"
    # shellcheck disable=SC2086
  done < <("$doorway" $command --help | awk '/^Examples?:/ { on = 1; next } !/^  / { on = 0 } on' | sed -E 's/^  //; s/   .*//; s/ \.\.\.$//')
done
((ran >= 20)) || fail "there are only $ran examples"
finish
