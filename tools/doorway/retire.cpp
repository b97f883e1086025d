#include "retire.hpp"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <cstdio>

#include "exit_codes.hpp"
#include "roster.hpp"

namespace doorway::tool {

using processes::file;
using processes::file_state;

void retire(const file& what, const std::string& name, std::string_view advice) {
  what.set_state(file_state::in_doubt);
  const auto who = look(what);
  if (!who.in_use()) return what.set_state(file_state::removed);
  what.set_state(file_state::in_use);
  fmt::print(stderr, "doorway: '{}' is in use: {} inside, {} waiting; {}\n{}{}", name, who.inside.size(),
             who.waiting.size(), advice, lines_of(who.inside), lines_of(who.waiting));
  throw CLI::RuntimeError(refused);
}

void force_out(const file& what, const std::string& name) {
  // Nobody needs to be woken: whoever waits looks at the state every 50 ms.
  what.set_state(file_state::removed);
  const auto who = look(what);
  if (!who.inside.empty())
    fmt::print(stderr, "doorway: '{}' was removed while {} inside; a new '{}' does not count them:\n{}", name,
               who.inside.size() == 1 ? "one was" : fmt::format("{} were", who.inside.size()), name,
               lines_of(who.inside));
}

}  // namespace doorway::tool
