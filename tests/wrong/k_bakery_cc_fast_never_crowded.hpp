// WRONG: k-bakery-cc-fast without `crowded := k < N`: a process that comes announces itself with 0 (78), never with a ticket (78').
// Starvation freedom is VIOLATED at n = 3, k = 2; and at n = 2, k = 1, if a waiter may give up. Exclusion and k-FCFS hold.
//
// The run, k = 2: p waits with a ticket. Of r and q one comes, writes 0, is found by p, takes a later ticket, goes in and leaves;
// then the other does. Whenever p looks it finds 0, though never more than one of them is about. With k = 1: r comes, writes
// 0, is found by p, takes a ticket, gives up, and comes again. The tickets grow all the time, so no run comes back to where it was.
#pragma once

#include "doorway/algorithms/k_exclusion/k_bakery_cc_fast.hpp"

namespace doorway::wrong {

template <class Memory>
class k_bakery_cc_fast_never_crowded : public k_bakery_cc_fast<Memory> {
 public:
  using k_bakery_cc_fast<Memory>::k_bakery_cc_fast;

  template <class Here>
  constexpr bool enter(Here& here) const {
    here.passage.crowded = false;
    return k_bakery_cc_fast<Memory>::enter(here);
  }
};

}  // namespace doorway::wrong
