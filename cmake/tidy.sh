#!/usr/bin/env bash
# tidy.sh BUILD_DIR [--all]: clang-tidy over one file that includes every public header, the lab's largest file and some of the
# tools; --all: over all of the lab and the tools. Findings in our own headers count (HeaderFilterRegex in .clang-tidy). The
# build's compile_commands.json says how each is compiled; the lab and the tools are compiled, and so looked at, in units of several files.
set -euo pipefail
build=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
units=("$PWD"/{lab/check.cpp,tools/doorway-lab/run.cpp} "$build/tools/CMakeFiles/doorway-tool.dir/Unity/unity_0_cxx.cxx")
if [[ ${2-} == --all ]]; then
  mapfile -t units < <(find "$build/lab" "$build/tools" -name 'unity_*.cxx'
    printf '%s\n' "$PWD"/{lab/{check,machine/fiber},tools/doorway-lab/{run,rmr,rmr_report,claims,claims_report}}.cpp)
fi

# The database is of g++: without its precompiled headers, which clang cannot read, and its warnings, not all of which
# clang knows.
database=$(mktemp -d)
trap 'rm -rf "$database"' EXIT
sed -E 's/-Winvalid-pch//; s/-include [^ ]*cmake_pch\.hxx//' "$build/compile_commands.json" > "$database/compile_commands.json"

tidy=$(command -v clang-tidy-14 || command -v clang-tidy)
printf '%s\0' "$build/tests/headers/all_headers.cpp" "${units[@]}" | xargs -0 -P 2 -n 1 "$tidy" -p "$database" --quiet --extra-arg=-Wno-unknown-warning-option 2>&1 |
  sed '/ warnings\? generated\.$/d'  # all of them in other people's headers
