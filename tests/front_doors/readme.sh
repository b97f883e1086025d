#!/usr/bin/env bash
# readme.sh README SOURCE PROGRAM: the README shows this program as it is, and what it really prints.
set -euo pipefail
readme=$(<"$1")
source=$(sed 1d "$2")  # without the comment at the top
output=$("$3")
[[ $readme == *"$source"* ]] || { echo "$1 does not show $2 as it is (from its second line on)"; exit 1; }
[[ $readme == *"$output"* ]] || { echo "$1 does not show what $2 prints: $output"; exit 1; }
