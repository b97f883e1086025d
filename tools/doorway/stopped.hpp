// Whether a process is stopped: it is not dead, and will not go on before somebody continues it.
#pragma once

#include "doorway/core/registers.hpp"

namespace doorway::tool {

// False also where /proc does not say. Of a pid of this namespace.
[[nodiscard]] bool is_stopped(word pid);

}  // namespace doorway::tool
