#!/usr/bin/env bash
# Mutants: changes that break the code, each with a test that must notice. Tries those that are named (lab/oldest-store), all of a
# folder (lab), or all. Each goes into a copy of this tree, build/mutants, so nothing happens to this one.
#
# With --fit first it only asks whether each says what it must and whether its patch fits, which takes a second: ./test does that.
#
# A mutant is a patch, NAME.patch, and before it says
#     build: what to build, targets of ninja
#     test:  which tests must fail, a regular expression for ctest
#     why:   what is wrong with it, and what the test sees of that
# It is killed if one of these tests fails (if it runs out of time, that is said), and survives if they pass. Whatever else happens
# (the patch does not fit, it does not compile, there is no such test, or it fails without the mutant too) is an error. The exit
# status is 0 if all were killed.
set -euo pipefail

here=$(dirname "$(readlink -f "$0")")
root=$(readlink -f "$here/../..")
work=$root/build/mutants
tree=$work/tree
log=$work/log.txt

field() { sed -n "/^--- /q; s/^$1: *//p" "$2"; }

# What differs only, with the date of now: so ninja builds again what a mutant has changed, and nothing else.
copy_tree() {
  local file
  mkdir -p "$tree"
  "$root/cmake/files.sh" |
    while IFS= read -r -d '' file; do
      cmp -s "$root/$file" "$tree/$file" || { mkdir -p "$(dirname "$tree/$file")" && cp "$root/$file" "$tree/$file"; }
    done
}

passes() {  # target... -- test
  local targets=()
  while [[ $1 != -- ]]; do targets+=("$1") && shift; done
  ninja -C "$tree/build/release" "${targets[@]}" >"$log" 2>&1 || return 2
  ctest --test-dir "$tree/build/release" --no-tests=error -R "$2" >"$log" 2>&1 && return 0
  grep -q '^No tests were found' "$log" && return 2
  grep -qF '(Timeout)' "$log" && return 3
  return 1
}

try() {  # patch; says what became of it, and returns 0 if it was killed
  local patch=$1 name=${1#"$here"/} status=0 targets test
  name=${name%.patch}
  read -ra targets <<<"$(field build "$patch")"
  test=$(field test "$patch")
  [[ ${#targets[@]} -gt 0 && -n $test && -n $(field why "$patch") ]] ||
    { echo "error     $name: it must say build:, test: and why:"; return 1; }
  copy_tree
  passes "${targets[@]}" -- "$test" || { echo "error     $name: its test does not pass without it ($log)"; return 1; }
  patch -s -p1 -F0 -d "$tree" --no-backup-if-mismatch -r - <"$patch" >"$log" 2>&1 ||
    { echo "error     $name: the patch does not fit ($log)"; copy_tree; return 1; }
  passes "${targets[@]}" -- "$test" || status=$?
  copy_tree
  case $status in
    0) echo "SURVIVED  $name"; return 1 ;;
    1) echo "killed    $name" ;;
    3) echo "killed    $name (its test ran out of time: because of the mutant, or of the machine?)" ;;
    *) echo "error     $name: it does not compile, or there is no test $test ($log)"; return 1 ;;
  esac
}

fits() {  # patch
  local name=${1#"$here"/}
  [[ -n $(field build "$1") && -n $(field test "$1") && -n $(field why "$1") ]] ||
    { echo "error     ${name%.patch}: it must say build:, test: and why:"; return 1; }
  patch -s -p1 -F0 -d "$root" --dry-run --force -r - <"$1" >/dev/null ||
    { echo "error     ${name%.patch}: the patch does not fit"; return 1; }
}

what=try
if [[ ${1-} == --fit ]]; then what=fits && shift; fi
patches=()
for name in "${@:-.}"; do
  if [[ -f $here/$name.patch ]]; then patches+=("$here/$name.patch")
  elif [[ -d $here/$name ]]; then
    while IFS= read -r one; do patches+=("$(readlink -f "$one")"); done < <(find "$here/$name" -name '*.patch' | sort)
  else
    echo "no such mutant: $name" >&2
    exit 2
  fi
done
failed=0
if [[ $what == fits ]]; then
  for patch in "${patches[@]}"; do fits "$patch" || failed=1; done
  echo "${#patches[@]} mutants"
  exit $failed
fi
mkdir -p "$work"
copy_tree
(cd "$tree" && cmake --preset release -DDOORWAY_FULL=ON) >"$log" 2>&1 || { echo "cmake fails: $log" >&2; exit 2; }
for patch in "${patches[@]}"; do try "$patch" || failed=1; done
exit $failed
