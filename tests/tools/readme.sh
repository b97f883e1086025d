#!/usr/bin/env bash
# readme.sh TOOL LAB EXAMPLE: what the README and the pages that it leads to tell their reader to type works, with stand-ins for the reader's
# own commands; the counterexample that it shows is the one that its program prints; its figures are those of its table.
#
# It would catch an option that was renamed, a page that moved, a figure that the bench has replaced elsewhere.
source "$(dirname "$0")/common.sh"
lab=$2 example=$3
root=$(cd "$(dirname "$0")/../.." && pwd)
readme=$(<"$root/README.md")

# The reader's own commands: each says that it ran, with what arguments.
mkdir "$here/bin" "$here/reader"
for name in make train report deploy; do
  printf '#!/bin/sh\necho "%s $* slot=$DOORWAY_SLOT devices=$CUDA_VISIBLE_DEVICES"\n' "$name" >"$here/bin/$name"
  chmod +x "$here/bin/$name"
done
cp "$here/bin/deploy" "$here/reader/deploy"
doorway() { "${doorway_path:?}" "$@"; }
doorway_path=$doorway

# commands FILE: the lines of its sh blocks.
commands() { awk '/^```sh$/ { inside = 1; next } /^```$/ { inside = 0 } inside' "$1"; }

ran=0
while IFS= read -r line; do
  out=$(cd "$here/reader" && PATH=$here/bin:$PATH && eval "$line" 2>&1) || fail "$line: status $?: $out"
  [[ $line == *--session* ]] || has "$line" slot=0 "$out"
  [[ $out =~ ^(make|train|report|deploy)[[:space:]] ]] || fail "$line: its command did not run: $out"
  ((++ran))
done < <(commands "$root/README.md" | grep '^doorway ')
((ran == 4)) || fail "the README has $ran commands of doorway, not 4: has the way that they are written changed?"

# Those of the page about slots, one after the other.
ran=0
while IFS= read -r line; do
  out=$(cd "$here/reader" && PATH=$here/bin:$PATH && eval "$line" 2>&1) || fail "$line: status $?: $out"
  [[ $line == *wait* ]] || has "$line" slot=0 "$out"
  ((++ran))
done < <(commands "$root/docs/slots.md" | grep '^doorway ')
((ran >= 4)) || fail "docs/slots.md has only $ran commands of doorway"

ran=0
while IFS= read -r line; do
  out=$(eval "\"\$lab\" ${line#./run lab }" 2>&1) || fail "$line: status $?: $(tail -n 3 <<<"$out")"
  ((++ran))
# Not serve, which answers until Ctrl-C: tests/browser.
done < <(for page in README.md docs/lab.md; do commands "$root/$page" | grep '^./run lab ' | grep -v '^./run lab serve'; done)
((ran >= 10)) || fail "README.md and docs/lab.md have only $ran commands of the lab"

# The trace, from its first column head to the star's legend.
trace=$(awk '/^ +process 0 +process 1$/ { inside = 1 } /^```$/ { inside = 0 } inside' <<<"$readme")
[[ -n $trace ]] || fail "the README shows no counterexample"
has "the program of the counterexample" "$trace" "$("$example")"

# What the introduction says in figures is in the table that the bench writes.
table=$(sed -n '/<!-- from .* -->/,/<!-- to here -->/p' <<<"$readme")
intro=$(sed -n '/No compare-and-swap, and quick/,/measured/p' <<<"$readme")
figures=$(grep -oE '[0-9]+(\.[0-9]+)? (ns|times|%)' <<<"$intro")
(($(wc -l <<<"$figures") == 4)) || fail "the introduction has these figures: $figures"
while read -r figure unit; do
  [[ $unit == times ]] && unit=''
  grep -qE "\| ${figure//./\\.} ?$unit \|" <<<"$table" || fail "'$figure $unit' of the introduction is not in the table of the bench"
done <<<"$figures"

# Every page and file that they lead to is there.
for page in README.md docs/slots.md docs/lab.md docs/architecture.md docs/your-own-algorithm.md lab/README.md catalogue/README.md CONTRIBUTING.md; do
  while read -r link; do
    [[ -e $root/$(dirname "$page")/${link%%#*} ]] || fail "$page leads to $link, which is not there"
  done < <(grep -oE '\]\([^)#][^):]*\)' "$root/$page" | sed 's/^](//; s/)$//')
done
finish
