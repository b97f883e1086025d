// Saying who uses a name that is to be removed or resized.
#pragma once

#include <string>
#include <string_view>

#include "doorway/processes/file.hpp"

namespace doorway::tool {

// Says that the name is in use and by whom, and ends with `refused`.
[[noreturn]] void refuse_in_use(const std::string& name, const processes::file& file, std::string_view advice);

}  // namespace doorway::tool
