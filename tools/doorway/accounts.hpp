// Names of users and groups; the number where there is no name.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>

#include "doorway/core/registers.hpp"

namespace doorway::tool {

[[nodiscard]] std::string user_name(uid_t user);
[[nodiscard]] std::string group_name(gid_t group);

// Whose process that is, of a pid of this namespace; nothing where /proc does not say.
[[nodiscard]] std::optional<uid_t> user_of(word pid);

}  // namespace doorway::tool
