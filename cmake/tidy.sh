#!/usr/bin/env bash
# tidy.sh BUILD_DIR [--all]: clang-tidy over one file that includes every public header, the lab, and some of the tools;
# --all: over all of the tools. Findings in our own headers count (HeaderFilterRegex in .clang-tidy). The build's
# compile_commands.json says how each is compiled; the lab is compiled, and so looked at, in units of several files.
set -euo pipefail
build=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
few=(tools/doorway/exec.cpp tools/doorway-lab/main.cpp)
[[ ${2-} != --all ]] || mapfile -t few < <(find tools -name '*.cpp')

# The database is of g++: without its precompiled headers, which clang cannot read, and its warnings, not all of which
# clang knows.
database=$(mktemp -d)
trap 'rm -rf "$database"' EXIT
sed -E 's/-Winvalid-pch//; s/-include [^ ]*cmake_pch\.hxx//' "$build/compile_commands.json" > "$database/compile_commands.json"

tidy=$(command -v clang-tidy-14 || command -v clang-tidy)
{
  printf '%s\0' "$build/tests/headers/all_headers.cpp" "${few[@]/#/$PWD/}"
  find "$build/lab" -name 'unity_*.cxx' -print0
  find "$PWD/lab" -maxdepth 1 \( -name check.cpp -o -name fiber.cpp \) -print0
} | xargs -0 -P 2 -n 1 "$tidy" -p "$database" --quiet --extra-arg=-Wno-unknown-warning-option 2>&1 |
  sed '/ warnings\? generated\.$/d'  # all of them in other people's headers
