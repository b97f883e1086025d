// Who is inside and who waits, read from the notes of a file and from the kernel's locks. Nothing is written.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "doorway/processes/file.hpp"

namespace doorway::tool {

struct occupant {
  // orphan: the process that took the slot is dead, the command that it started runs on and keeps the slot.
  // dead: nobody is left; the next to come or wait clears it away.
  // outside: it waits for a seat, in the anteroom.
  enum class state : unsigned char { arriving, waiting, inside, leaving, orphan, dead, outside };

  state now = state::dead;
  process_id seat = 0;
  std::optional<word> slot;
  word pid = 0;
  word command_pid = 0;        // 0: none
  std::optional<uid_t> user;   // of its process, or of its command's
  bool elsewhere = false;      // its pids are those of another pid namespace
  bool nowhere = false;        // and it could not tell of which: it had no /proc of its own
  bool uncertain = false;      // an orphan that may be dead: nobody can tell from here
  word stopped = 0;            // its process that is stopped, or its command's; 0: none, as far as can be told
  std::optional<word> behind;  // of one who waits: the pid of the one before it
  word held_up_by = 0;         // of one who waits: who is stopped before it; 0: nobody
  word arrived = 0;            // nanoseconds since boot
  word since = 0;              // in this section
  std::string session, what;   // as they were written: not yet fit for a terminal
};

struct occupants {
  std::vector<occupant> inside;   // by slot
  std::vector<occupant> waiting;  // by arrival; those without a seat come last
  std::string trouble;            // why it is not known who waits for a seat; empty: it is
  [[nodiscard]] std::size_t without_seat() const;
};

// Of those who have a seat; and with those of the anteroom.
[[nodiscard]] occupants look(const processes::file& where);
[[nodiscard]] occupants look(const processes::directory& where, const std::string& name, const processes::file& found);

// Who is inside files of that name that have vanished in use, as lines for a message.
[[nodiscard]] std::string lines_of_vanished(const processes::directory& where, const std::string& name);

// "inside", "waiting" ...
[[nodiscard]] std::string_view name_of(occupant::state what);

// "killed, its command 4711 runs on", "dead"; empty for those who live.
[[nodiscard]] std::string remark_on(const occupant& who);

// One line each, for messages: "  slot 0  pid 4711  for 5.2 s  make -j 4". Ends with a newline if there is any.
[[nodiscard]] std::string lines_of(const std::vector<occupant>& who);

}  // namespace doorway::tool
