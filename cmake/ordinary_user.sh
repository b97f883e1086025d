#!/usr/bin/env bash
# ordinary_user.sh clang|powers: what ./test does as an ordinary user where it is root, to see that it need not be. All is done by
# user 65534, who has no power at all, in a copy of this tree:
#   clang   the tests labelled portable that build/clang holds are run
#   powers  the release build is configured, and the programs of the tests that say POWERS are compiled and run
# What the tests printed goes to build/user-clang.log and build/user-powers.log.
set -euo pipefail
cd "$(dirname "$0")/.."

what=$1
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
mkdir "$place/tree" "$place/tmp"
cmake/files.sh | tar -c --null -T - | tar -x -C "$place/tree" --no-same-owner

if [[ $what == clang ]]; then
  # Executables, and what ctest reads, which names this folder in every line.
  find build/clang -name CMakeFiles -prune -o -type f \( -perm /111 -o -name CTestTestfile.cmake -o -name '*_include.cmake' \
    -o -name '*_labels.cmake' \) -print0 | tar -c --null -T - | tar -x -C "$place/tree" --no-same-owner
  find "$place/tree/build/clang" -name '*.cmake' -exec sed -i "s|$PWD|$place/tree|g" {} +
fi

chown -R 65534:65534 "$place"
chmod 755 "$place"
as_nobody=(setpriv --reuid=65534 --regid=65534 --clear-groups --no-new-privs
  env -i -C "$place/tree" "PATH=$PATH" "HOME=$place/tmp" "TMPDIR=$place/tmp")

status=0
log=build/user-$what.log
rm -f "$log"
case $what in
  clang)
    preset=clang
    # headers_alone is a compilation, and needs no other user.
    "${as_nobody[@]}" ctest --test-dir build/clang -L '^portable$' -E '^headers_alone$' -j 2 --output-on-failure --no-tests=error || status=1
    ;;
  powers)
    preset=release
    "${as_nobody[@]}" cmake --preset release >"$place/log" 2>&1 &&
      "${as_nobody[@]}" ninja -C build/release -j 2 -k 0 tests_with_powers >"$place/log" 2>&1 || { cat "$place/log" >&2; exit 1; }
    "${as_nobody[@]}" ctest --preset release -L '^powers$' -E '^tool\.' || status=1
    ;;
esac
cp "$place/tree/build/$preset/Testing/Temporary/LastTest.log" "$log" || status=1
exit "$status"
