// One turn: in by the name (processes/passage.hpp), a slot or a session, the command, and out again.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "directory_option.hpp"
#include "doorway/core/registers.hpp"
#include "exit_codes.hpp"

namespace doorway::tool {

struct request {
  std::vector<std::string> names;  // each once, in the order in which they were given
  process_id k = 0;                // 0: as many as the name has, or 1 if this makes it
  process_id seats = 256;
  std::optional<std::string> session;
  std::optional<std::chrono::nanoseconds> timeout;   // zero: do not wait at all
  std::optional<std::size_t> max_queue;              // gives up at once if so many wait already
  std::optional<std::chrono::nanoseconds> max_time;  // for the command
  int status_of_giving_up = gave_up;
  bool quiet = false;
  bool verbose = false;
  std::string variable;             // of the command's environment: gets the slot, or its value
  std::vector<std::string> values;  // one for each slot; empty: the slots' numbers
  std::string events;               // where to tell what happens, as JSON lines; empty: nowhere
  bool foreground = false;          // the command stays in doorway's own process group
  bool kill_with_me = false;        // the command is killed when doorway is
  std::vector<std::string> command;
};

// The exit status that doorway ends with. Throws processes::disagreement and others before the command has started.
int run_exec_session(const directory_option& where, const request& wanted);

}  // namespace doorway::tool
