// WRONG: k-bakery-fife-fast without `crowded := k < N`: a process that comes tries the short way, always. Starvation freedom is VIOLATED at
// n = 2, k = 1, if a waiter may give up.
//
// The run: p waits with a ticket. q comes and stands between A and F, is found there by p, takes a ticket, gives up, and comes again.
// The tickets grow all the time, so the run does not come back to where it was.
#pragma once

#include "doorway/algorithms/k_exclusion/k_bakery_fife_fast.hpp"

namespace doorway::wrong {

template <class Memory>
class k_bakery_fife_fast_never_crowded : public k_bakery_fife_fast<Memory> {
 public:
  using k_bakery_fife_fast<Memory>::k_bakery_fife_fast;

  template <class Here>
  constexpr bool enter(Here& here) const {
    here.passage.crowded = false;
    return k_bakery_fife_fast<Memory>::enter(here);
  }
};

}  // namespace doorway::wrong
