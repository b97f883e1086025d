# bash completion for doorway(1)

_doorway() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]} i
  local -a shared=()
  COMPREPLY=()
  # --name=alpha is three words here.
  if [[ $prev == = ]]; then prev=${COMP_WORDS[COMP_CWORD - 2]}; elif [[ $cur == = ]]; then cur=; fi
  _doorway_from() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$cur"); }
  _doorway_names() { _doorway_from "$(doorway list "${shared[@]}" 2>/dev/null)"; }

  if ((COMP_CWORD == 1)); then
    _doorway_from "exec status list wait cancel remove resize setup-shared demo --help --version"
    return
  fi
  for ((i = 2; i < COMP_CWORD; i++)); do
    if [[ ${COMP_WORDS[i]} == -- && $command == exec ]]; then  # now it is somebody else's command line
      if declare -F _command_offset >/dev/null; then _command_offset $((i + 1)); else
        mapfile -t COMPREPLY < <(compgen -c -f -- "$cur")
      fi
      return
    fi
    if [[ ${COMP_WORDS[i]} == --shared && $((i + 1)) -lt $COMP_CWORD ]]; then
      shared=(--shared "${COMP_WORDS[i + 1]}")
      [[ ${COMP_WORDS[i + 1]} != = ]] || shared=(--shared "${COMP_WORDS[i + 2]}")
    fi
  done
  case $prev in
    --name) _doorway_names; return ;;
    --shared) mapfile -t COMPREPLY < <(compgen -g -- "$cur"); return ;;
    -k | --slots | --seats | --session | --max-queue | -E | --conflict-exit-code) return ;;
    --set) mapfile -t COMPREPLY < <(compgen -v -- "$cur"); return ;;
    --values) return ;;
    --events) mapfile -t COMPREPLY < <(compgen -f -- "$cur"); return ;;
    --timeout | --max-time) _doorway_from "500ms 10s 1m 10m 1h"; return ;;
  esac
  case $command in
    setup-shared) [[ $cur == -* ]] || { mapfile -t COMPREPLY < <(compgen -g -- "$cur"); return; } ;;
    status | wait | cancel | remove | resize) [[ $cur == -* ]] || { _doorway_names; return; } ;;
  esac
  case $command in
    exec) _doorway_from "-k --slots --name --session --set --values --timeout --no-wait --max-queue -E --conflict-exit-code --max-time --kill-with-me --events --shared --seats --foreground -q --quiet -v --verbose --help --" ;;
    status) _doorway_from "--json --watch --shared --help" ;;
    list) _doorway_from "--json --shared --help" ;;
    wait) _doorway_from "--timeout --shared --help" ;;
    cancel) _doorway_from "--shared --help" ;;
    remove) _doorway_from "--force --shared --help" ;;
    resize) _doorway_from "--shared --help" ;;
    demo | setup-shared) _doorway_from "--help" ;;
  esac
}
complete -F _doorway doorway
