// Parkings that lose wake-ups, for the tests to catch. Each has the lines of include/doorway/waiting/parking.hpp in another order, or
// leaves some out.
#pragma once

#include <chrono>

#include "doorway/waiting/parking.hpp"

namespace doorway::wrong {

enum class mistake {
  publishes_last,        // looks for the last time (5) before it says so (3, 4): a write in between wakes nobody
  raises_the_bell_last,  // Bell[p] := 1 at the end: it wipes out the ring of a write that has seen it parked
  marks_first,           // Watched[q] := 1 (4) before Parked[p] (3): q takes the mark away and does not find p
  rings_the_owner_only,  // a write to a mailbox wakes nobody but its home (d to f left out after c)
  sleeps_long            // for what is lazy too: its writer may look for sleepers before its write is seen
};

// For few processes (one word per Parked), watching without growing sets.
template <class Memory, mistake Mistake>
class parking_with {
 public:
  parking_with(Memory& memory, process_id n)
      : n_(n),
        Parked(memory, {.name = "Parked", .rows = n, .home = home::row}),
        Watched(memory, {.name = "Watched", .rows = n + 1, .domain = 2, .writer = writer::anyone}),
        Bell(memory, {.name = "Bell", .rows = n, .domain = 2, .home = home::row, .writer = writer::anyone}) {}

  template <class Ready>
  bool park(process_id p, Ready& ready, std::chrono::nanoseconds most) const {
    if (Mistake != mistake::raises_the_bell_last) Bell.write(p, 1);
    watch_list seen{.reader = p};
    watching = &seen;
    bool go = ready();
    if (!go && Mistake == mistake::publishes_last) go = ready();
    watching = nullptr;
    if (go) return true;
    publish(p, seen);
    if (Mistake != mistake::publishes_last && ready()) {
      Parked.write(p, 0);
      return true;
    }
    if (Mistake == mistake::raises_the_bell_last) Bell.write(p, 1);
    Bell.view().sleep(cell{p}, 1, most);
    Parked.write(p, 0);
    return false;
  }

  void wrote(process_id q) const {
    if (Watched.read(q) == 0) return;
    Watched.announce(q, 0);
    for (process_id p = 0; p < n_; ++p) ring(q, p);
  }
  [[nodiscard]] process_id many() const { return n_; }
  void mailed(process_id q, process_id p) const {
    ring(q, p);
    if (Mistake != mistake::rings_the_owner_only) wrote(many());
  }

 private:
  void ring(process_id q, process_id p) const {
    if ((Parked.read(p) >> q & 1) == 0 || Bell.read(p) == 0) return;
    Bell.write(p, 0);
    Bell.view().wake(cell{p});
  }
  void publish(process_id p, const watch_list& seen) const {
    if (Mistake == mistake::marks_first) mark(seen);
    Parked.announce(p, seen.writers.bits_from(0) | seen.mailboxes.bits_from(0) | (seen.many ? word{1} << n_ : 0));
    if (Mistake != mistake::marks_first) mark(seen);
  }
  void mark(const watch_list& seen) const {
    for (auto q : seen.writers) Watched.announce(q, 1);
    if (seen.many) Watched.announce(n_, 1);
  }

  process_id n_;
  registers<Memory> Parked, Watched, Bell;
};

template <class Memory>
struct parking_publishes_last : parking_with<Memory, mistake::publishes_last> {
  using parking_with<Memory, mistake::publishes_last>::parking_with;
};
template <class Memory>
struct parking_raises_the_bell_last : parking_with<Memory, mistake::raises_the_bell_last> {
  using parking_with<Memory, mistake::raises_the_bell_last>::parking_with;
};
template <class Memory>
struct parking_marks_first : parking_with<Memory, mistake::marks_first> {
  using parking_with<Memory, mistake::marks_first>::parking_with;
};
template <class Memory>
struct parking_rings_the_owner_only : parking_with<Memory, mistake::rings_the_owner_only> {
  using parking_with<Memory, mistake::rings_the_owner_only>::parking_with;
};

template <class Memory>
struct parking_sleeps_long : parking_with<Memory, mistake::sleeps_long> {
  using parking_with<Memory, mistake::sleeps_long>::parking_with;
};

}  // namespace doorway::wrong
