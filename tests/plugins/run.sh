#!/usr/bin/env bash
# run.sh DIR: every host with every plugin.
set -uo pipefail
cd "$1"
DOORWAY_DIR=$(mktemp -d)
export DOORWAY_DIR
trap 'rm -rf "$DOORWAY_DIR"' EXIT

status=0
try() {
  echo "$*"  # the last one, where ctest's limit of the whole ends it
  "$@" || { echo "exit status $?"; status=1; }
}
for host in host-g++ host-clang++ host-exports; do
  try "./$host" ./{g++,clang++}-{default,hidden,symbolic,script}.so
  # Of these nothing keeps the dynamic linker from unloading them. (g++ gives some of the standard library's variables symbols that do.)
  try "./$host" --unload ./g++-script.so --unload ./clang++-hidden.so --unload ./clang++-default.so --unload ./clang++-script.so
  try "./$host" --apart ./g++-hidden.so ./clang++-hidden.so  # in a namespace of its own, with its own C library
done
try ./alone-static-pie
exit "$status"
