// WRONG: k-bakery-cc-wide with its exit the other way round, B before 86. Where waiters sleep, starvation freedom is VIOLATED at
// n = 2, k = 1, in one passage. Where nobody sleeps it is a right one.
//
// The run: p waits for q, asleep. q writes Active[q] and wakes p, which finds Want[q] as it was and sleeps again; q writes Want[q],
// which is a write that wakes nobody, for an announce should come after it.
#pragma once

#include "doorway/algorithms/k_exclusion/k_bakery_cc_fast.hpp"

namespace doorway::wrong {

template <class Memory>
class k_bakery_cc_wide_leaves_first : public k_bakery_cc_wide<Memory> {
 public:
  using k_bakery_cc_wide<Memory>::k_bakery_cc_wide;

  template <class Here>
  constexpr void exit(Here& here) const {
    const auto p = here.id();
    this->Active.write(p, false);                          // B
    this->k_bakery_cc<Memory>::Want.prepare(p, infinity);  // 86
  }
  template <class Here>
  constexpr void abort(Here& here) const {
    exit(here);
  }
  template <class Here>
  constexpr void recover(Here& here) const {
    exit(here);
  }
};

}  // namespace doorway::wrong
