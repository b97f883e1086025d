#!/usr/bin/env bash
# format.sh [--fix]: checks (or repairs) the formatting of every C++ file that git tracks or would track.
set -euo pipefail
cd "$(dirname "$0")/.."

mode=(--dry-run -Werror)
[[ ${1-} == --fix ]] && mode=(-i)

# Versions of clang-format differ in details; 14 is the one that judges.
formatter=$(command -v clang-format-14 || command -v clang-format)
git ls-files -z --cached --others --exclude-standard '*.hpp' '*.cpp' '*.cu' |
  while IFS= read -r -d '' file; do [[ -e $file ]] && printf '%s\0' "$file"; done |
  xargs -0 -r "$formatter" --style=file "${mode[@]}"
