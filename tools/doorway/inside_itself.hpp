// Whether an exec would wait for itself: for slots that those hold whose commands have started it.
//
// What holds is told from an exec to its command, and to all that this starts, in a variable of the environment: one "pid:device:inode"
// for each name that is held, of the process that holds it and of the name's file. It is believed only as far as the file agrees: the
// process is still inside there. What the variable cannot tell: who has started something and does not wait for it (it would get in when
// the holder leaves), and who has cleaned its environment (sudo, env -i: it waits for ever, as without this).
#pragma once

#include <string>
#include <vector>

#include "doorway/processes/file.hpp"

namespace doorway::tool {

inline constexpr const char* inside_variable = "DOORWAY_INSIDE";

// The slots of that file that those hold who have started this process; of a file of sessions, whether one holds another session.
[[nodiscard]] std::size_t held_by_ancestors(const processes::file& in, const std::string& session);

// What the command is told.
[[nodiscard]] std::string told_to_command(const std::vector<const processes::file*>& held);

}  // namespace doorway::tool
