// What an exec says that has waited long enough.
#pragma once

#include <string>

#include "exec_session.hpp"
#include "occupants.hpp"

namespace doorway::tool {

// Who is inside, and who keeps those who wait from getting in: who is stopped and came before `arrived`.
void say_gave_up(const request& wanted, const std::string& name, const occupants& who, word arrived);

}  // namespace doorway::tool
