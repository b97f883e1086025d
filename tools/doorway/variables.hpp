// What the command of an exec reads in its environment.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "command.hpp"
#include "exec_session.hpp"

namespace doorway::tool {

// `slots` in the order of the names; `inside`: of what it is inside (inside_itself.hpp).
[[nodiscard]] command::environment variables_of_command(const request& wanted, const std::vector<process_id>& slots,
                                                        std::chrono::milliseconds waited, const std::string& inside);

}  // namespace doorway::tool
