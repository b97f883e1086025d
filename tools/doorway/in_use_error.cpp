#include "in_use_error.hpp"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <cstdio>

#include "exit_codes.hpp"
#include "occupants.hpp"
#include "say.hpp"

namespace doorway::tool {

void refuse_in_use(const std::string& name, const processes::file& file, std::string_view advice) {
  const auto who = look(file);
  say("doorway: '{}' is in use: {} inside, {} waiting; {}\n{}{}", name, who.inside.size(), who.waiting.size(), advice,
      lines_of(who.inside), lines_of(who.waiting));
  throw CLI::RuntimeError(refused);
}

}  // namespace doorway::tool
