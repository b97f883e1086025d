// One turn: in by the name (processes/passage.hpp), a slot or a session, the command, and out again.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "directory_option.hpp"
#include "doorway/core/registers.hpp"

namespace doorway::tool {

struct request {
  std::string name = "default";
  process_id k = 1;
  process_id seats = 256;
  std::optional<std::string> session;
  std::optional<std::chrono::nanoseconds> timeout;  // zero: do not wait at all
  bool quiet = false;
  bool verbose = false;
  bool foreground = false;  // the command stays in doorway's own process group
  std::vector<std::string> command;
};

// The exit status that doorway ends with. Throws processes::disagreement and others before the command has started.
int run_exec_session(const directory_option& where, const request& wanted);

}  // namespace doorway::tool
