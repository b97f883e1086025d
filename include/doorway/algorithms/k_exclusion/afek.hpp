// afek: k-exclusion, FIFE, on bounded timestamps; not local-spin: a process that waits scans again and again.
//
// Y. Afek, D. Dolev, E. Gafni, M. Merritt, N. Shavit, "A bounded first-in, first-enabled solution to the l-exclusion problem",
// TOPLAS 16(3), 1994, as M. Zehavi sums it up (bounded_fife.hpp; section IV). Atomic registers. The timestamp system is
// algorithms/blocks/bounded_timestamps.hpp, for up to 25 processes.
//
//     shared  comp[0..n-1]  boolean, all false           p wants to enter
//     DSM     comp[p] is local to p
//
//      1  comp[p] := true                                doorway
//      2  Label_p
//      3  repeat order := Scan_p
//      4      until |{j: j < p in order and comp[j]}| < k
//         critical section
//      5  comp[p] := false
//
// Notes
// - Fences: every write is an announce; which of them need not be has not been asked (docs/fences.md).
// - The original was not at hand: the order of 1 and 2 is ours, and so are the line numbers.
// - 4 reads comp[j] only of those that come before p.
// - abort and recover are the exit: nothing else says that p is there, and the timestamps need nothing.
#pragma once

#include <string_view>

#include "doorway/algorithms/blocks/bounded_timestamps.hpp"
#include "doorway/core/process_set.hpp"
#include "doorway/core/registers.hpp"
#include "doorway/core/sections.hpp"

namespace doorway {

template <class Memory, template <class> class Timestamps>
class scanning_k_exclusion {
  static_assert(timestamp_system<Timestamps<Memory>>);

 public:
  static constexpr problem solves = problem::k_exclusion;
  static constexpr process_id most = Timestamps<Memory>::most;
  using passage = nothing;

  constexpr scanning_k_exclusion(Memory& memory, const parameters& size)
      : n_(size.n),
        k_(size.k),
        timestamps_(memory, n_),
        comp(memory, {.name = "comp", .rows = n_, .domain = 2, .home = home::row, .writer = writer::row}) {}

  template <class Here>
  constexpr bool enter(Here& here) const {
    const auto p = here.id();
    comp.announce(p, true);  // 1
    timestamps_.label(p);    // 2
    here.end_of_doorway();
    return here.await([&] {
      const process_set order = timestamps_.before(p);  // 3
      process_id ahead = 0;
      for (auto j : order)
        if (comp.read(j)) ++ahead;  // 4
      return ahead < k_;
    });
  }

  template <class Here>
  constexpr void exit(Here& here) const {
    comp.announce(here.id(), false);  // 5
  }
  template <class Here>
  constexpr void abort(Here& here) const {
    exit(here);
  }
  template <class Here>
  constexpr void recover(Here& here) const {
    exit(here);
  }

 protected:
  process_id n_, k_;
  Timestamps<Memory> timestamps_;
  registers<Memory> comp;
};

template <class Memory>
class afek : public scanning_k_exclusion<Memory, bounded_timestamps> {
 public:
  static constexpr std::string_view name = "afek";
  static constexpr bool withdraws = true;
  using scanning_k_exclusion<Memory, bounded_timestamps>::scanning_k_exclusion;
};

}  // namespace doorway
