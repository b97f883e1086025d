#!/usr/bin/env bash
# tables.sh DOORWAY_LAB FILE [--fix]: FILE (docs/tables.md) must be what `doorway-lab tables` prints. --fix writes it.
set -euo pipefail
if [[ ${3-} == --fix ]]; then
  "$1" tables >"$2"
elif ! diff -u "$2" <("$1" tables); then
  echo "the tables have changed; run: tests/timestamps/tables.sh build/release/tools/doorway-lab docs/tables.md --fix"
  exit 1
fi
