#!/usr/bin/env bash
# misfits.sh CXX ROOT: each misfit of misfits.cpp is refused by the compiler, in words that name what it lacks; without one all fits.
# It would catch a contract that the compiler no longer holds, and a message that says only that something is wrong.
set -uo pipefail
cxx=$1
cd "$2"
file=tests/contract/misfits.cpp
compile() { "$cxx" -std=c++20 -fsyntax-only -Iinclude -DMISFIT="$1" "$file" 2>&1; }

if ! said=$(compile 0); then
  echo "what fits is refused: $said"
  exit 1
fi
failed=0 count=0
while IFS=$'\t' read -r number words; do
  count=$((count + 1))
  if said=$(compile "$number"); then
    echo "misfit $number ($words) is accepted"
    failed=1
  elif ! grep -qF -- "$words" <<<"$said"; then
    echo "misfit $number is refused without a word about '$words':"
    head -20 <<<"$said"
    failed=1
  fi
done < <(sed -nE 's|^#.*MISFIT [!=]= ([0-9]+) +// (.+)|\1\t\2|p' "$file")
if ((count < 18)); then
  echo "only $count misfits were found"
  exit 1
fi
exit "$failed"
