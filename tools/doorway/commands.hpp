// The commands of doorway, in the order of --help. A new command is a file of this folder that defines
// `void doorway::tool::add_<name>(CLI::App& app, invocation& ours)`, and one line here.
//
// That function adds a subcommand, its options, and the callback that does the work. A callback that returns has set the exit status,
// which is 0 if it has not; a failure may be `throw CLI::RuntimeError(status)`, after saying why. Other exceptions are reported by main:
// std::invalid_argument (a name, a group, a disagreement) as wrong usage, the rest as a failure of doorway itself.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#define DOORWAY_COMMANDS(command)                                                                           \
  command(exec) command(status) command(list) command(wait) command(cancel) command(remove) command(resize) \
      command(setup_shared) command(demo)

namespace doorway::tool {

struct invocation {
  // What stands after the first `--` of the command line: not for the parser, which would look for options in it.
  std::vector<std::string> after_dashes;
  bool has_dashes = false;
  int status = 0;
};

#define DOORWAY_DECLARE(name) void add_##name(CLI::App& app, invocation& ours);
DOORWAY_COMMANDS(DOORWAY_DECLARE)
#undef DOORWAY_DECLARE

}  // namespace doorway::tool
