#!/usr/bin/env bash
# completion.sh TOOL: bash and zsh complete commands, options, names and groups of `doorway`, as their users meet them.
# Catches: a completion that does not load; a command or an option which --help knows and a completion, or the manual, has
# forgotten, or the other way round.
source "$(dirname "$0")/tab.sh"
for name in alpha beta; do "$doorway" exec --name $name -- true; done

offers "remove resize" doorway re
offers "alpha beta" doorway exec --name ""
offers "beta" doorway exec --name b
offers "alpha" doorway status a
offers "alpha" doorway remove --force a
offers "alpha beta" doorway resize ""
offers "--seats --session --set --shared --slots" doorway exec --s
offers "10m 10s" doorway exec --timeout 10
offers "root" doorway list --shared roo
offers "" doorway exec -k ""
offers "beta" doorway exec --name = b
offers "alpha beta" doorway exec --name =
offers "" doorway status --shared no-such-group ""
has "bash: after -- it is a command" "/etc/passwd" "$(in_bash doorway exec -- cat /etc/passw)"
has "bash: after -- it is a command" "doorway" "$(in_bash doorway exec -- doorwa)"

same_everywhere

zsh_offers "doorway re" remove "take a name away" resize
zsh_offers "doorway exec --name " alpha beta
zsh_offers "doorway status " alpha beta
zsh_offers "doorway remove --f" "even while it is in use"
ask_zsh
finish
