// The tool as a function: a command line, answered.
#pragma once

#include <CLI/CLI.hpp>
#include <vector>

#include "topics.hpp"

namespace doorway::lab {

using add_command = void (*)(CLI::App& app, const topics& of);

// Its exit status. `commands`: in the order of --help.
int answer(int argc, char** argv, topics& of, const std::vector<add_command>& commands);

// For all who have algorithms.
[[nodiscard]] std::vector<add_command> common_commands();

}  // namespace doorway::lab
