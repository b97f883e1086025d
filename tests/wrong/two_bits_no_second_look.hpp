// The two-bits algorithm without lines 10-14: k-exclusion is VIOLATED for every k < n, first at n = 2, k = 1.
//
// n = 3, k = 2: process 1 is inside. 3 counts, finds Flag_1[1] alone, and stops before line 9. 2 sets Flag_1[2],
// counts, finds Flag_1[1] alone, since Flag_2[3] is not set yet, and goes in. 3 goes on from line 9 and goes in. The
// second look would show it the bits of 1 and 2.
#pragma once

#include "doorway/algorithms/k_exclusion/two_bits.hpp"

namespace doorway::wrong {

template <class Memory>
class two_bits_no_second_look : public two_bits<Memory> {
  using right = two_bits<Memory>;
  using right::k_;

 public:
  using right::right;

  template <class Here>
  constexpr bool enter(Here& here) const {
    const auto i = here.id();
    this->set_flag_1(i, 1);                                              // 1
    if (!here.await([&] { return this->ahead(i) < k_; })) return false;  // 3, 8
    this->set_flag_2(i, 1);                                              // 9
    return true;
  }
};

}  // namespace doorway::wrong
