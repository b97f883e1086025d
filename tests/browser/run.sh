#!/usr/bin/env bash
# run.sh DOORWAY_LAB FOLDER [SCREENSHOTS]: page_test.mjs, where npm and chromium can be had; where not, it is left out, and says why. What npm installs
# (package-lock.json) lies in FOLDER.
set -euo pipefail
lab=$1 folder=$2
here=$(cd "$(dirname "$0")" && pwd)

left_out() {
  echo "left out: the page in a browser: $1"
  exit 77
}
chromium=$(command -v chromium) || left_out "there is no chromium"
command -v node >/dev/null && command -v npm >/dev/null || left_out "there is no npm"
mkdir -p "$folder"
if ! cmp -s "$here/package-lock.json" "$folder/package-lock.json" || [[ ! -d $folder/node_modules/playwright-core ]]; then
  cp "$here/package.json" "$here/package-lock.json" "$folder"
  (cd "$folder" && timeout 120 npm ci --no-audit --no-fund --ignore-scripts --fetch-retries 1 --fetch-timeout 30000 >npm.log 2>&1) || {
    rm -f "$folder/package-lock.json"
    left_out "npm cannot install playwright-core: $(grep -m 1 -i error "$folder/npm.log" | cut -c 1-200)"
  }
fi
exec node "$here/page_test.mjs" "$lab" "$folder/node_modules" "$chromium" "${@:3}"
