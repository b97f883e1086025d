#include "stopped.hpp"

#include <string>

#include "doorway/processes/process_file.hpp"

namespace doorway::tool {

bool is_stopped(word pid) {
  std::string line;
  if (processes::read_process_file(static_cast<pid_t>(pid), "stat", line) != 0) return false;
  // "pid (any text, also with parentheses) T ppid ..."; t: by a debugger.
  const auto after = line.rfind(") ");
  if (after == std::string::npos || after + 2 >= line.size()) return false;
  return line[after + 2] == 'T' || line[after + 2] == 't';
}

}  // namespace doorway::tool
