// The commands of doorway-lab, in the order of --help. A new command is a file of this folder that defines
// `void doorway::lab::add_<name>(CLI::App& app, const topics& of)`, and one line here.
//
// That function adds a subcommand to `app`, its options, and the callback that does the work; `of` outlives it. A callback that returns
// means exit status 0. Another status, such as 1 for "violated", is `throw CLI::RuntimeError(1)`, after printing what
// there is to say. Any other exception is reported by main with its what() and exit status 3.
#pragma once

#include <CLI/CLI.hpp>

#include "topics.hpp"

// clang-format off
#define DOORWAY_LAB_COMMANDS(command) \
  command(list)                       \
  command(show)                       \
  command(run)                        \
  command(check)                      \
  command(walk)                       \
  command(replay)                     \
  command(rmr)                        \
  command(serve)
// Of the catalogue: not in a program over other algorithms.
#define DOORWAY_LAB_CATALOGUE_COMMANDS(command) \
  command(tables)                               \
  command(claims)                               \
  command(report)
// clang-format on

namespace doorway::lab {

#define DOORWAY_LAB_DECLARE(name) void add_##name(CLI::App& app, const topics& of);
DOORWAY_LAB_COMMANDS(DOORWAY_LAB_DECLARE)
DOORWAY_LAB_CATALOGUE_COMMANDS(DOORWAY_LAB_DECLARE)
#undef DOORWAY_LAB_DECLARE

}  // namespace doorway::lab
