// The black-white bakery with an abort that is its exit, GlobalColor included: exclusion is VIOLATED at n = 3 with one
// abort (or one crash and recovery).
//
// GlobalColor is white, and 1 is inside with a black token. 2 and 3 take white tokens and wait for 1 at line 14, since
// white is GlobalColor. 2 gives up and makes GlobalColor black. 3 finds that it is not its own colour, passes 1, goes
// in.
#pragma once

#include "doorway/algorithms/mutual_exclusion/black_white_bakery.hpp"

namespace doorway::wrong {

template <class Memory>
class black_white_bakery_abort_flips : public black_white_bakery<Memory> {
  using right = black_white_bakery<Memory>;

 public:
  using right::right;

  template <class Here>
  constexpr void abort(Here& here) const {
    this->exit(here);
  }
  template <class Here>
  constexpr void recover(Here& here) const {
    this->exit(here);
    this->Choosing.write(here.id(), false);
  }
};

}  // namespace doorway::wrong
