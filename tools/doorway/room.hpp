// Room for a new name where its directory is full: names that nobody has used for a day go, the one unused for longest first.
#pragma once

#include <system_error>

#include "directory_option.hpp"

namespace doorway::tool {

// Whether that is what room would help against: a full file system, or a quota.
[[nodiscard]] bool is_for_want_of_room(const std::error_code& trouble);

// Removes one such name, and says so; false if there is none.
[[nodiscard]] bool make_room(const directory_option& where);

}  // namespace doorway::tool
