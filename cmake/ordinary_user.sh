#!/usr/bin/env bash
# ordinary_user.sh clang|powers: what ./test does as an ordinary user where it is root, to see that it need not be. All is done by
# user 65534, who has no power at all, in a copy of this tree with the programs that are built:
#   clang   the tests labelled portable that build/clang holds are run
#   powers  the release build is configured, must be compiled by the same commands as root's, and one program is; the tests that
#           say POWERS are run
# What the tests printed goes to build/user-clang.log and build/user-powers.log.
set -euo pipefail
cd "$(dirname "$0")/.."

what=$1
case $what in
  clang) preset=clang ;;
  powers) preset=release ;;
esac
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
mkdir "$place/tree" "$place/tmp"
cmake/files.sh | tar -c --null -T - | tar -x -C "$place/tree" --no-same-owner
chown -R 65534:65534 "$place"
chmod 755 "$place"
as_nobody=(setpriv --reuid=65534 --regid=65534 --clear-groups --no-new-privs
  env -i -C "$place/tree" "PATH=$PATH" "HOME=$place/tmp" "TMPDIR=$place/tmp")

# Executables, and what ctest reads, which names this folder in every line.
copy_programs() {
  find "build/$preset" -name CMakeFiles -prune -o -type f \( -perm /111 -o -name CTestTestfile.cmake -o -name '*_include.cmake' \
    -o -name '*_labels.cmake' \) -print0 | tar -c --null -T - | tar -x -C "$place/tree" --no-same-owner
  find "$place/tree/build/$preset" -name '*.cmake' -exec sed -i "s|$PWD|$place/tree|g" {} +
  chown -R 65534:65534 "$place/tree/build"
}

# A build that depends on who configures it would be seen here, without compiling everything twice.
configure_and_compare() {
  local options
  mapfile -t options < <(sed -n 's/^\(DOORWAY_[A-Z_]*:BOOL=.*\)/-D\1/p' build/release/CMakeCache.txt)
  "${as_nobody[@]}" cmake --preset release "${options[@]}" >"$place/log" 2>&1 || { cat "$place/log" >&2; return 1; }
  sed "s|$PWD|$place/tree|g" build/release/compile_commands.json >"$place/commands"
  if ! diff "$place/commands" "$place/tree/build/release/compile_commands.json" >"$place/log"; then
    head -n 20 "$place/log" | cut -c1-300 >&2
    echo "ordinary_user.sh: what an ordinary user would compile is not what root has compiled" >&2
    return 1
  fi
  "${as_nobody[@]}" ninja -C build/release shape_test >"$place/log" 2>&1 || { cat "$place/log" >&2; return 1; }
}

status=0
log=build/user-$what.log
rm -f "$log"
case $what in
  clang)
    copy_programs
    # headers_alone is a compilation, and needs no other user.
    "${as_nobody[@]}" ctest --test-dir build/clang -L '^portable$' -E '^headers_alone$' -j 3 --output-on-failure --no-tests=error || status=1
    ;;
  powers)
    configure_and_compare
    copy_programs
    "${as_nobody[@]}" ctest --preset release -L '^powers$' -E '^slots_chaos' || status=1
    ;;
esac
cp "$place/tree/build/$preset/Testing/Temporary/LastTest.log" "$log" || status=1
exit "$status"
