#!/usr/bin/env bash
# demo.sh TOOL: the demo holds, draws plain text for a file, and leaves nothing behind.
source "$(dirname "$0")/common.sh"
folders() { find "$memory" -maxdepth 1 -name 'doorway-demo-*' | wc -l; }
before=$(folders)
said=$(LC_ALL=C "$doorway" demo 2>&1)
status=$?
echo "$said"
same "status" 0 $status
same "a row for each job" 12 "$(grep -c '^  job [0-9 ]* ' <<<"$said")"
same "checks" 6 "$(grep -c '^  ok ' <<<"$said")"
same "no colour, no UTF-8" 0 "$(LC_ALL=C grep -c $'[\x80-\xff\x1b]' <<<"$said")"
same "folders left" "$before" "$(folders)"

# A reader that goes away: the demo ends early and cleans up as well.
"$doorway" demo 2>/dev/null | head -1 >/dev/null
same "status without a reader" 125 "${PIPESTATUS[0]}"
same "folders left without a reader" "$before" "$(folders)"
finish
