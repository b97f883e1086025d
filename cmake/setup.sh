# Sourced by run and test: install_packages and quietly. All messages go to stderr; stdout belongs to the tool.
# shellcheck shell=bash

say() { printf 'doorway: %s\n' "$*" >&2; }

# install_packages run|test: installs what cmake/packages.txt asks for and the machine lacks. When nothing is missing,
# which is nearly always, this is one call of dpkg-query.
install_packages() {
  local wanted=() installed missing=() who name as_root=()
  while read -r who name _; do
    if [[ $who == run || $who == "$1" ]]; then wanted+=("$name"); fi
  done < <(grep -v '^#' cmake/packages.txt)

  if ! command -v dpkg-query >/dev/null; then
    say "not a Debian machine, so nothing is installed; these must be here: ${wanted[*]}"
    return
  fi
  # It fails when it does not know a package, and prints the others all the same.
  installed=$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' "${wanted[@]}" 2>/dev/null || true)
  for name in "${wanted[@]}"; do
    if [[ $'\n'$installed$'\n' != *$'\n'"$name installed"$'\n'* ]]; then missing+=("$name"); fi
  done
  if ((${#missing[@]} == 0)); then return; fi

  if ((EUID != 0)); then
    command -v sudo >/dev/null || { say "missing packages, and no sudo to install them: ${missing[*]}"; return 1; }
    as_root=(sudo)
  fi
  say "installing ${missing[*]}"
  mkdir -p build
  quietly build/packages.log "${as_root[@]}" apt-get update
  quietly build/packages.log "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y \
    --no-install-recommends "${missing[@]}"
}

# quietly LOG COMMAND...: the output goes to the log, and is shown only if the command fails.
quietly() {
  local log=$1 status=0
  shift
  "$@" >"$log" 2>&1 </dev/null || status=$?
  if ((status != 0)); then
    cat "$log" >&2
    say "failed with status $status: $*"
  fi
  return "$status"
}
