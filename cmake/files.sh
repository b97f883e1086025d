#!/usr/bin/env bash
# files.sh: the names of the files of this tree, each ended by a zero byte: what git tracks or would track. Where git will not
# say (a tree without its history, or of another owner): all but build/.
set -euo pipefail
cd "$(dirname "$0")/.."
if git ls-files --error-unmatch cmake/files.sh >/dev/null 2>&1; then
  git ls-files -z --cached --others --exclude-standard
else
  find . -mindepth 1 \( -path ./build -o -path './.git' \) -prune -o -type f -printf '%P\0'
fi | while IFS= read -r -d '' file; do if [[ -e $file ]]; then printf '%s\0' "$file"; fi; done
