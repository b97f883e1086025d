#!/usr/bin/env bash
# run.sh BUILD_DIR CXX: installs the build, moves the installed tree, and uses it from an empty folder the two ways a
# user would. Moving it shows that nothing installed remembers where it was.
set -euo pipefail

build=$1
cxx=$2
here=$(cd "$(dirname "$0")" && pwd)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake --install "$build" --prefix "$work/first" >"$work/install.log" || { cat "$work/install.log"; exit 1; }
prefix=$work/prefix
mv "$work/first" "$prefix"

if grep -rIl -e "$work" -e "$build" "$prefix/share" "$prefix/include"; then
  echo "the files above name a path of this build"
  exit 1
fi

expect() {  # what, program: it must print the one line that the consumer prints
  local output
  output=$("$2")
  if [[ $output != "doorway found" ]]; then
    echo "$1: unexpected output: $output"
    exit 1
  fi
  echo "$1: ok"
}

mkdir "$work/source" "$work/by-cmake" "$work/by-pkg-config"
cp "$here/CMakeLists.txt" "$here/consumer.cpp" "$work/source"

cd "$work/by-cmake"
cmake -G Ninja "$work/source" -DCMAKE_CXX_COMPILER="$cxx" -DCMAKE_PREFIX_PATH="$prefix" >cmake.log || { cat cmake.log; exit 1; }
cmake --build . >build.log || { cat build.log; exit 1; }
expect find_package ./consumer

cd "$work/by-pkg-config"
export PKG_CONFIG_PATH=$prefix/share/pkgconfig
# shellcheck disable=SC2046  # the flags are words
"$cxx" -std=c++20 "$work/source/consumer.cpp" $(pkg-config --cflags doorway) -o consumer $(pkg-config --libs doorway)
expect pkg-config ./consumer

# Nothing is built: the headers are installed all the same, and a project that asks for the lab is told what to do.
cmake -G Ninja -S "$here/../.." -B "$work/unbuilt" -DCMAKE_CXX_COMPILER="$cxx" -DDOORWAY_BUILD_TESTS=OFF >"$work/unbuilt.log" &&
  cmake --install "$work/unbuilt" --prefix "$work/headers" >>"$work/unbuilt.log" || { cat "$work/unbuilt.log"; exit 1; }
printf 'cmake_minimum_required(VERSION 3.25)\nproject(asks LANGUAGES CXX)\nfind_package(doorway REQUIRED COMPONENTS lab)\n' >"$work/source/CMakeLists.txt"
if cmake -G Ninja -S "$work/source" -B "$work/asks" -DCMAKE_CXX_COMPILER="$cxx" -DCMAKE_PREFIX_PATH="$work/headers" >"$work/asks.log" 2>&1 ||
  ! grep -q 'ninja doorway-lab' "$work/asks.log"; then
  echo "a project that asks for a lab that is not there should be told so:"
  cat "$work/asks.log"
  exit 1
fi
[[ -f $work/headers/include/doorway/mutex.hpp ]] || { echo "the headers are not installed"; exit 1; }
echo "headers without a build: ok"

# The lab, for an algorithm that it does not know.
mkdir "$work/own"
cp "$here/../../examples/your_own_algorithm/peterson.cpp" "$work/own"
awk '/^```cmake$/ { inside = 1; next } /^```$/ { inside = 0 } inside' "$here/../../docs/your-own-algorithm.md" >"$work/own/CMakeLists.txt"
cmake -G Ninja -S "$work/own" -B "$work/by-lab" -DCMAKE_CXX_COMPILER="$cxx" -DCMAKE_PREFIX_PATH="$prefix" \
  >"$work/lab.log" || { cat "$work/lab.log"; exit 1; }
cmake --build "$work/by-lab" >"$work/lab.log" || { cat "$work/lab.log"; exit 1; }
"$work/by-lab/peterson" >"$work/lab.out"
grep -q 'exclusion: HOLDS$' "$work/lab.out" && grep -q 'exclusion: VIOLATED$' "$work/lab.out" || {
  cat "$work/lab.out"
  exit 1
}
echo "find_package, lab: ok"

for tool in doorway doorway-lab; do
  version=$("$prefix/bin/$tool" --version)
  [[ $version == "$tool $(pkg-config --modversion doorway)" ]] || { echo "$tool --version printed: $version"; exit 1; }
  for file in man/man1/$tool.1 bash-completion/completions/$tool zsh/site-functions/_$tool; do
    [[ -s $prefix/share/$file ]] || { echo "share/$file is not there"; exit 1; }
  done
  echo "$version: ok"
done
