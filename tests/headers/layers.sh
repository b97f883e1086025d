#!/usr/bin/env bash
# layers.sh ROOT: no #include goes against cmake/layers.txt, and the list has no cycle. It would catch an include that makes a lower
# layer know a higher one; that it does is seen each time, on a copy of the list's own example.
set -euo pipefail
cd "$1"
places=(include lab support tools bench examples)

# check LIST: reads lines "FILE INCLUDED" (both from the root), prints what LIST does not allow, and cycles of LIST.
check() {
  awk -v list="$1" '
    function folder_of(file,   at) {  # the longest folder of the list that the file lies in
      at = file
      while (sub(/\/[^\/]*$/, "", at)) if (at in known) return at
      return ""
    }
    function named(word, of,   parent) {  # core, seen from include/doorway/memory, is include/doorway/core
      parent = of
      do { if ((parent "/" word) in known) return parent "/" word } while (sub(/\/[^\/]*$/, "", parent))
      return word
    }
    function climb(from, at,   to) {  # does the list lead from `from` back to it?
      for (to in known)
        if ((at, to) in allowed && !((from, to) in seen)) {
          if (to == from) { print "a cycle in the list: " from " ... " at " -> " to; bad = 1 }
          seen[from, to] = 1
          climb(from, to)
        }
    }
    BEGIN {
      while ((getline line < list) > 0) {
        if (line ~ /^#/ || line !~ /:/) continue
        split(line, part, ":")
        known[part[1]] = 1
        right[part[1]] = part[2]
      }
      for (one in right) {
        count = split(right[one], words, " ")
        for (i = 1; i <= count; ++i) allowed[one, named(words[i], one)] = 1
      }
      for (one in known) climb(one, one)
    }
    {
      from = folder_of($1); to = folder_of($2)
      if (from == "" || to == "" || from == to) next
      ++edges
      whole = to
      do { if ((from, whole) in allowed) next } while (sub(/\/[^\/]*$/, "", whole))
      print $1 " includes " $2 ": " from " may not include " to
      bad = 1
    }
    END {
      if (edges == 0) { print "no include between folders was found"; bad = 1 }
      exit bad
    }'
}

# FILE INCLUDED, for every #include of a file of ours: from the include folder, from the root, or from its own folder.
includes() {
  {
    find "${places[@]}" -name '*.[hc]pp' | sed 's/$/ ours/'
    grep -roE --include='*.[hc]pp' '^ *#include ["<][^">]+' "${places[@]}" | sed -E 's/: *#include ["<]/ /'
  } | awk '
    $2 == "ours" { ours[$1] = 1; next }
    {
      own = $1
      sub(/[^\/]*$/, "", own)
      if (("include/" $2) in ours) print $1, "include/" $2
      else if ($2 in ours) print $1, $2
      else if ((own $2) in ours) print $1, own $2
    }'
}

list=cmake/layers.txt
found=$(includes)
check "$list" <<<"$found"

# What the check must see: a way back, and a list that has one.
if check "$list" <<<"include/doorway/core/registers.hpp include/doorway/memory/block.hpp" >/dev/null; then
  echo "layers.sh: an include of memory by core went unnoticed"
  exit 1
fi
spoilt=$(mktemp)
trap 'rm -f "$spoilt"' EXIT
sed 's|^include/doorway/core:|& locks|' "$list" >"$spoilt"
if check "$spoilt" <<<"$found" >/dev/null; then
  echo "layers.sh: a cycle of the list went unnoticed"
  exit 1
fi
echo "$(wc -l <<<"$found") includes, none against cmake/layers.txt"
