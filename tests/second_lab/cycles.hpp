// Does a process go on for ever without getting what it waits for?
//
// A run that goes on for ever has a set of states and steps that it meets again and again, which is strongly connected. So the
// question is whether some strongly connected part of the graph is fair as a whole: each process takes a step in it, or may rest
// somewhere in it (in its remainder, or stopped for good); each buffer is empty somewhere in it, or a store leaves it. Crashes come
// to an end: they are on no cycle.
#pragma once

#include <functional>

#include "system.hpp"

namespace doorway::second {

struct endless {
  process_id p = 0;
  std::function<bool(std::uint32_t)> where{};  // all along; it is asked of a state's number
  bool nobody_enters = false;
  bool only_p_is_fair = false;  // of the processes; of the buffers all are
};

[[nodiscard]] bool is_possible(const system& of, const endless& what);

}  // namespace doorway::second
