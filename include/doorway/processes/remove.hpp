// Taking a name away, or giving it to another file, while others may be about to use it.
//
// A process that enters sets its note first and looks at the file's state afterwards; a process that removes it marks the state first and
// looks at the notes afterwards. So one of the two sees the other: either the name is found to be in use, or who comes
// finds the file in doubt, takes the directory's guard, and starts over with what is there when the remover is done.
#pragma once

#include <unistd.h>

#include <string>

#include "doorway/processes/directory.hpp"
#include "doorway/processes/file.hpp"
#include "doorway/processes/identity.hpp"
#include "doorway/processes/kernel_lock.hpp"
#include "doorway/processes/name.hpp"
#include "doorway/processes/presence.hpp"

namespace doorway::processes {

// Somebody who lives, or a command that does, is inside or on the way in or out. A seat that is locked while its holder is
// gone is in the hands of one who clears away after the dead: that one is nobody's rival until its own note says so.
[[nodiscard]] inline bool in_use(const file& what) {
  const auto sits = [&](process_id i) {
    return byte_is_locked(what.fd(), byte_of::seats, i) &&
           still_alive(read_identity(what.note(i).holder)) != life::gone;
  };
  for (process_id i = 0; i < what.seats(); ++i)
    if (load(what.note(i).active) != 0 && (sits(i) || still_alive(read_identity(what.note(i).command)) != life::gone))
      return true;
  return false;
}

// Keeps everybody out until the caller, who holds the directory's guard, has made up its mind; false, with nobody kept
// out, if somebody uses the file.
[[nodiscard]] inline bool doubt(const file& what) {
  what.change_state(file_state::in_use, file_state::in_doubt);
  if (!in_use(what)) return true;
  what.change_state(file_state::in_doubt, file_state::in_use);
  return false;
}

// Marks the file as removed, for good, unless somebody uses it. By force: in any case; those who wait then start over with
// the name, and those who are inside are not counted any more. The caller holds the directory's guard.
[[nodiscard]] inline bool retire(const file& what, bool by_force = false) {
  if (!by_force && !doubt(what)) return false;
  what.set_state(file_state::removed);
  return true;
}

enum class removal : unsigned char { done, in_use, not_there };

// Goes with its name; those who are in there start over. Like a name it stays, marked, while somebody has it open. One that cannot
// be used goes at once: it keeps nothing but an order. The caller holds the directory's guard.
inline void remove_anteroom(const directory& where, const std::string& name) {
  const std::string room = anteroom_of(name);
  try {
    const auto found = file::open(where, room);
    if (!found) return;
    found->set_state(file_state::removed);
    if (!presence::all(where, room).empty()) return;
  } catch (const unusable&) {  // and so it is not asked who is in there
  }
  if (::unlinkat(where.fd(), room.c_str(), 0) != 0) fail("cannot remove " + where.path() + "/" + room);
}

// The caller holds the directory's guard. Not there: nor is anything left of it then that nobody uses.
inline removal remove_guarded(const directory& where, const std::string& name, bool by_force) {
  check_name(name);
  const auto found = file::open(where, name);
  const bool was_usable = found && found->usable();
  if (was_usable && !retire(*found, by_force)) return removal::in_use;
  const bool is_open = !presence::all(where, name).empty();
  // Before the name, by which it is found: a death in between leaves a name that can be removed again.
  if (by_force || !is_open) remove_anteroom(where, name);
  // While somebody has it open it stays, marked: without it the next one would take it for one that has vanished in use.
  if (found && !is_open) {
    DOORWAY_BEFORE_STEP();
    if (::unlinkat(where.fd(), name.c_str(), 0) != 0) fail("cannot remove " + found->path());
  }
  return was_usable ? removal::done : removal::not_there;
}
inline removal remove(const directory& where, const std::string& name, bool by_force = false) {
  const directory::guard alone(where);
  return remove_guarded(where, name, by_force);
}

}  // namespace doorway::processes
