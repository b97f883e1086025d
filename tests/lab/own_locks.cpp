// Algorithms that are not of this library, for own.sh: what a user would write, and ways to get it wrong.
#include <doorway/core/registers.hpp>
#include <doorway/core/sections.hpp>
#include <lab/main.hpp>

template <class Memory>
class peterson {
 public:
  static constexpr auto solves = doorway::problem::mutual_exclusion;
  static constexpr doorway::process_id most = 2;
  using passage = doorway::nothing;

  constexpr peterson(Memory& memory, const doorway::parameters&)
      : Want(memory, {.name = "Want", .rows = 2, .domain = 2, .writer = doorway::writer::row}),
        Last(memory, {.name = "Last", .domain = 2, .writer = doorway::writer::anyone}) {}

  constexpr bool enter(auto& here) const {
    const auto p = here.id();
    Want.write(p, 1);     // 1
    Last.announce(0, p);  // 2
    here.end_of_doorway();
    return here.await([&] { return !Want.read(1 - p) || Last.read(0) != p; });  // 3
  }
  constexpr void exit(auto& here) const { Want.write(here.id(), 0); }  // 4

  doorway::registers<Memory> Want, Last;
};

template <class Memory>
struct swapped_peterson : peterson<Memory> {
  using peterson<Memory>::peterson;
  constexpr bool enter(auto& here) const {
    const auto p = here.id();
    this->Last.write(0, p);     // 2
    this->Want.announce(p, 1);  // 1
    here.end_of_doorway();
    return here.await([&] { return !this->Want.read(1 - p) || this->Last.read(0) != p; });  // 3
  }
};

DOORWAY_LAB_MAIN(peterson, swapped_peterson)
