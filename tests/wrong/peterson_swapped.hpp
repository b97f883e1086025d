// Peterson's lock for two processes (G. L. Peterson, "Myths about the mutual exclusion problem", 1981) with its first two lines swapped: who says
// that it came last before it says that it wants to go in. Exclusion is VIOLATED, first after 7 steps: the run in the README.
#pragma once

#include "doorway/core/registers.hpp"
#include "doorway/core/sections.hpp"

namespace doorway::wrong {

template <class Memory>
class peterson_swapped {
 public:
  static constexpr auto solves = problem::mutual_exclusion;
  using passage = nothing;

  constexpr peterson_swapped(Memory& memory, const parameters& /*size*/)
      : Want(memory, {.name = "Want", .rows = 2, .domain = 2, .writer = writer::row}),
        Last(memory, {.name = "Last", .domain = 2, .writer = writer::anyone}) {}

  template <class Here>
  constexpr bool enter(Here& here) const {
    const auto p = here.id();
    Last.write(0, p);     // 2
    Want.announce(p, 1);  // 1
    here.end_of_doorway();
    return here.await([&] { return Want.read(1 - p) == 0 || Last.read(0) != p; });  // 3
  }
  template <class Here>
  constexpr void exit(Here& here) const {
    Want.write(here.id(), 0);  // 4
  }

 private:
  registers<Memory> Want, Last;
};

}  // namespace doorway::wrong
