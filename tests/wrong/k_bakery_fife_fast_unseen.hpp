// WRONG: k-bakery-fife-fast whose 97 does not look at Stage, as in the figure that it is made from. Exclusion is VIOLATED at
// n = 2.
//
// The run: p has come by F and is inside; it has told nobody a ticket. q is not alone, takes one, finds Want[p][q] = oo and goes
// in.
#pragma once

#include "doorway/algorithms/k_exclusion/k_bakery_fife_fast.hpp"

namespace doorway::wrong {

template <class Memory>
class k_bakery_fife_fast_unseen : public k_bakery_fife_fast<Memory> {
 public:
  using k_bakery_fife_fast<Memory>::k_bakery_fife_fast;

  template <class Here>
  constexpr bool enter(Here& here) const {
    return this->enter_alone(here) || enter_in_turn(here);
  }
  template <class Here>
  constexpr bool enter_in_turn(Here& here) const {
    return k_bakery_fife<Memory>::enter(here);
  }
};

}  // namespace doorway::wrong
