#include "stopped.hpp"

#include "doorway/processes/process_file.hpp"

namespace doorway::tool {

bool is_stopped(word pid) { return processes::is_stopped(processes::process_state(static_cast<pid_t>(pid))); }

}  // namespace doorway::tool
