#!/usr/bin/env bash
# docs.sh DOORWAY_LAB COMMAND FILE [--fix]: FILE must be what `doorway-lab COMMAND --markdown` prints (list: docs/algorithms.md,
# claims: docs/claims.md). --fix writes it.
set -euo pipefail
if [[ ${4-} == --fix ]]; then
  "$1" "$2" --markdown >"$3"
elif ! diff -u "$3" <("$1" "$2" --markdown); then
  echo "docs differ from the catalogue; run: ninja -C build/release tables"
  exit 1
fi
if [[ $2 == claims ]] && grep -n DISAGREES "$3"; then
  echo "a verdict and a paper disagree, and the catalogue does not say who is wrong"
  exit 1
fi
