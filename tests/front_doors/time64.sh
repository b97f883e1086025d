#!/usr/bin/env bash
# time64.sh PROGRAM CXX SOURCE: the test as it was built, and in 32 bits with both kinds of time, where there is a compiler for that.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tests=$(cd "$(dirname "$3")/.." && pwd)

"$1"
if ! echo 'int main() {}' | "$2" -m32 -x c++ - -o "$work/any" 2>/dev/null; then
  echo "left out: 32 bits, for which $2 has no libraries here (package g++-multilib)"
  exit 77
fi
# The package does not bring the kernel's headers to where -m32 looks; they are the same for both.
mkdir "$work/kernel"
ln -s "/usr/include/$("$2" -dumpmachine | sed 's/-pc-/-/')/asm" "$work/kernel/asm"
for time in "" "-D_TIME_BITS=64 -D_FILE_OFFSET_BITS=64"; do
  # shellcheck disable=SC2086  # the flags are words
  "$2" -m32 -std=c++20 -O1 $time -I"$tests/../include" -I"$work/kernel" "$3" -o "$work/program" -pthread
  "$work/program"
done
