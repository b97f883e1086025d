# bash completion for doorway-lab(1)

_doorway_lab() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]} sizes="-n -k -l --sessions"
  COMPREPLY=()
  # --model=dsm is three words here.
  if [[ $prev == = ]]; then prev=${COMP_WORDS[COMP_CWORD - 2]}; elif [[ $cur == = ]]; then cur=; fi
  _doorway_lab_from() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$cur"); }
  _doorway_lab_files() { mapfile -t COMPREPLY < <(compgen -f -- "$cur"); }
  # The last of several with commas between them.
  _doorway_lab_several() {
    local before=
    [[ $cur != *,* ]] || before=${cur%,*},
    mapfile -t COMPREPLY < <(compgen -P "$before" -W "$1" -- "${cur##*,}")
  }
  _doorway_lab_listed() { doorway-lab list "$@" 2>/dev/null | awk 'NR > 1 { print $1 }'; }
  _doorway_lab_names() { _doorway_lab_from "$* $(_doorway_lab_listed)"; }

  if ((COMP_CWORD == 1)); then
    _doorway_lab_from "list show run check walk replay tables rmr claims serve report --help --version"
    return
  fi
  case $command:$prev in
    replay:--steps) ;;  # of the others it wants a number
    *:-n | *:-k | *:-l | *:--sessions | *:--seconds | *:--crashes | *:--preemptions | *:--store-buffer | *:--threads | *:--cap) return ;;
    *:--steps | *:--seed | *:--episode | *:--fife | *:--active | *:--port | rmr:--passages) return ;;
    check:--passages) _doorway_lab_from "1 2 3 unbounded"; return ;;
    *:--registers) _doorway_lab_from "declared atomic safe"; return ;;
    *:--memory-order) _doorway_lab_from "sc tso"; return ;;
    *:--property) _doorway_lab_several "$(_doorway_lab_listed --properties)"; return ;;
    *:--memory) _doorway_lab_from "1G 2G 4G 8G 16G 32G"; return ;;
    *:--time) _doorway_lab_from "90s 5m 30m 2h"; return ;;
    *:--model) _doorway_lab_from "cc cc-write-back dsm"; return ;;
    *:--schedule) _doorway_lab_from "random round-robin greedy paper all"; return ;;
    *:--check) _doorway_lab_from "quick deep"; return ;;
    *:--trace | *:--html | *:--plot) _doorway_lab_files; return ;;
  esac
  if [[ $cur != -* ]]; then
    case $command in
      show | run | check | rmr | claims) _doorway_lab_names; return ;;
      walk) _doorway_lab_names bounded-timestamps unbounded-timestamps; return ;;
      replay) _doorway_lab_files; return ;;
    esac
  fi
  case $command in
    list) _doorway_lab_from "--json --markdown --properties --help" ;;
    show) _doorway_lab_from "$sizes --json --help" ;;
    run) _doorway_lab_from "$sizes --all --seconds --timeouts --json --help" ;;
    check) _doorway_lab_from "$sizes --passages --property --crashes --recover --abort --registers --cap --any-order --memory-order
      --store-buffer --preemptions --memory --time --threads --trace --html --json --help" ;;
    walk) _doorway_lab_from "$sizes --steps --seed --episode --crashes --abort --fife --trace --help" ;;
    replay) _doorway_lab_from "--steps --help" ;;
    tables) _doorway_lab_from "--help" ;;
    rmr) _doorway_lab_from "$sizes --model --passages --steps --active --schedule --seed --exact --json --plot --help" ;;
    claims) _doorway_lab_from "--json --markdown --check --memory --help" ;;
    report) _doorway_lab_from "--html --help" ;;
    serve) _doorway_lab_from "--port --open --help" ;;
  esac
}
complete -F _doorway_lab doorway-lab
