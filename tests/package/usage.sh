#!/usr/bin/env bash
# usage.sh TOOL...: what every tool owes its caller: --help and --version on stdout with status 0, wrong usage on stderr
# with status 2.
set -euo pipefail

err=$(mktemp)
trap 'rm -f "$err"' EXIT
failed=0

check() {  # status, "out" or "err": where the words must be; then the command
  local want=$1 where=$2 status=0 out
  shift 2
  out=$("$@" 2>"$err") || status=$?
  if ((status != want)); then
    echo "$*: status $status, not $want"
    failed=1
  fi
  case $where in
    out) [[ -n $out && ! -s $err ]] || { echo "$*: should speak on stdout only"; failed=1; } ;;
    err) [[ -z $out && -s $err ]] || { echo "$*: should speak on stderr only"; failed=1; } ;;
  esac
}

for tool in "$@"; do
  check 0 out "$tool" --help
  check 0 out "$tool" --version
  check 2 err "$tool" --no-such-option
  check 2 err "$tool" no-such-command
  check 2 err "$tool"
done
exit "$failed"
