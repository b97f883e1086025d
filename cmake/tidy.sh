#!/usr/bin/env bash
# tidy.sh BUILD_DIR: clang-tidy over the tools, the lab, and one file that includes every public header. Findings in our
# own headers count (HeaderFilterRegex in .clang-tidy). The build's compile_commands.json says how each is compiled.
set -euo pipefail
build=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."

tidy=$(command -v clang-tidy-14 || command -v clang-tidy)
# The database is of g++, whose warnings clang does not all know.
{
  printf '%s\0' "$build/tests/headers/all_headers.cpp"
  find "$PWD/tools" "$PWD/lab" -name '*.cpp' -print0
} | xargs -0 -P 2 -n 1 "$tidy" -p "$build" --quiet --extra-arg=-Wno-unknown-warning-option 2>&1 |
  sed '/ warnings\? generated\.$/d'  # all of them in other people's headers
