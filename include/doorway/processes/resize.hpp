// Another number of slots for a name, on purpose.
//
// A name has one k at any time. The new file is complete before it gets the name; until then the old one has it, and is in
// doubt: a process that comes waits for the directory's guard, and a death on the way leaves the old file, with the old k, for the
// next who gets the guard. From the instant at which the name changes hands a process that has the old file open finds it in doubt
// or removed, and starts over with the new one.
#pragma once

#include <algorithm>
#include <string>

#include "doorway/processes/directory.hpp"
#include "doorway/processes/file.hpp"
#include "doorway/processes/participant.hpp"
#include "doorway/processes/remove.hpp"

namespace doorway::processes {

enum class resizing : unsigned char { done, in_use };

// `old` is the file of that name; the caller holds the guard since before it was found. If there is no room for the new file,
// or another reason not to make it, the name keeps its slots.
template <template <class> class Algorithm>
[[nodiscard]] resizing resize(const directory& where, const std::string& name, const file& old, process_id k) {
  check_runs<Algorithm>(old, name);
  if (old.kind().k == k) return resizing::done;
  if (!doubt(old)) return resizing::in_use;
  try {
    make_file<Algorithm>(where, name, {.n = std::min(most_processes, std::max(old.seats(), 2 * k)), .k = k});
  } catch (...) {
    old.change_state(file_state::in_doubt, file_state::in_use);
    throw;
  }
  return resizing::done;
}

}  // namespace doorway::processes
