# bash completion for doorway(1)

_doorway() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]} i
  COMPREPLY=()
  _doorway_from() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$cur"); }

  if ((COMP_CWORD == 1)); then
    _doorway_from "exec status list remove resize demo --help --version"
    return
  fi
  if [[ $command == exec ]]; then
    # After -- it is somebody else's command line.
    for ((i = 2; i < COMP_CWORD; i++)); do
      if [[ ${COMP_WORDS[i]} == -- ]]; then
        if declare -F _command_offset >/dev/null; then _command_offset $((i + 1)); else
          mapfile -t COMPREPLY < <(compgen -c -f -- "$cur")
        fi
        return
      fi
    done
  fi
  case $prev in
    --name) _doorway_from "$(doorway list 2>/dev/null)"; return ;;
    --shared) mapfile -t COMPREPLY < <(compgen -g -- "$cur"); return ;;
    -k | --slots | --seats | --session) return ;;
    --timeout) _doorway_from "500ms 10s 1m 10m 1h"; return ;;
  esac
  case $command in
    exec) _doorway_from "-k --slots --name --session --timeout --no-wait --shared --seats -q --quiet -v --verbose --help --" ;;
    status) _doorway_from "--json --watch --shared --help $(doorway list 2>/dev/null)" ;;
    list) _doorway_from "--json --shared --help" ;;
    remove) _doorway_from "--force --shared --help $(doorway list 2>/dev/null)" ;;
    resize) _doorway_from "--shared --help $(doorway list 2>/dev/null)" ;;
    demo) _doorway_from "--help" ;;
  esac
}
complete -F _doorway doorway
