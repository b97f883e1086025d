// Which directory a command looks in: --shared GROUP, or this user's own.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "doorway/processes/directory.hpp"

namespace doorway::tool {

struct directory_option {
  std::string group;

  [[nodiscard]] processes::directory open() const {
    return group.empty() ? processes::directory::own() : processes::directory::shared_with(group);
  }
  void add_option(CLI::App& command) {
    command
        .add_option("--shared", group, "Names shared by all members of GROUP (its name or number), instead of your own")
        ->type_name("GROUP")
        // One's own names instead, because a variable is not set, would be another lock than was meant.
        ->check([](const std::string& given) { return given.empty() ? "the group is empty: give its name" : ""; }, "");
  }
};

}  // namespace doorway::tool
