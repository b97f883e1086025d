#!/usr/bin/env bash
# format.sh [--fix]: checks (or repairs) the formatting of every C++ file of this tree (cmake/files.sh).
set -euo pipefail
cd "$(dirname "$0")/.."

mode=(--dry-run -Werror)
[[ ${1-} == --fix ]] && mode=(-i)

# Versions of clang-format differ in details; 14 is the one that judges.
formatter=$(command -v clang-format-14 || command -v clang-format)
cmake/files.sh | grep -zE '\.(hpp|cpp|cu)$' | xargs -0 -r "$formatter" --style=file "${mode[@]}"
