// WRONG: Fig. 5.6 as printed, Ticket safe like the rest. Exclusion is VIOLATED at n = 3, k = 1, safe registers.
//
// Lemma 5.21 says that q, if it chooses after p has chosen t, chooses more than t, since what q reads from Ticket[p]
// "is no smaller than t". But p may be in its next passage and just writing its next ticket: q may read anything then.
// Nothing takes back what stands in Capture, which relies on this. The run, of r, a and p:
//   1. a reads all tickets as 0, chooses 1 and begins to write it (107).
//   2. r reads Ticket[a], which is being written, as 3, chooses 4, and waits for a. a goes in and out. r captures p
//      (121), so that Capture[r][p] = 4, and goes in and out.
//   3. r comes again, announces its old ticket 4 (106), and begins to write Ticket[r] := 5 (107).
//   4. a reads Ticket[r], which is being written, as 0, chooses 2, finds Want[r][a] = 4 to be larger, and goes in.
//   5. p reads it as 0 too and chooses 3. a is before p; but Capture[r][p] = 4 > 3, so p takes itself for captured by
//      r, and goes in: two inside.
// It is enough to repair Ticket: k_bakery_fife_safe.hpp declares it atomic.
#pragma once

#include "doorway/algorithms/k_exclusion/k_bakery_fife_safe.hpp"

namespace doorway::wrong {

// A memory in which every register is declared safe.
template <class Memory>
struct all_safe {
  using array = typename Memory::array;
  constexpr array declare(declaration shape) {
    shape.strength = strength::safe;
    return memory.declare(shape);
  }
  Memory& memory;
};

template <class Memory>
class k_bakery_fife_safe_printed : public k_bakery_fife_safe<all_safe<Memory>> {
 public:
  constexpr k_bakery_fife_safe_printed(Memory& memory, const parameters& size)
      : k_bakery_fife_safe_printed(all_safe<Memory>{memory}, size) {}

 private:
  constexpr k_bakery_fife_safe_printed(all_safe<Memory> memory, const parameters& size)
      : k_bakery_fife_safe<all_safe<Memory>>(memory, size) {}
};

}  // namespace doorway::wrong
