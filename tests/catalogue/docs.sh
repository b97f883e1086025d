#!/usr/bin/env bash
# docs.sh DOORWAY_LAB FILE [--fix]: FILE must be what `doorway-lab list --markdown` prints. --fix writes it.
set -euo pipefail
if [[ ${3-} == --fix ]]; then
  "$1" list --markdown >"$2"
elif ! diff -u "$2" <("$1" list --markdown); then
  echo "docs differ from the catalogue; run: tests/catalogue/docs.sh build/release/tools/doorway-lab docs/algorithms.md --fix"
  exit 1
fi
