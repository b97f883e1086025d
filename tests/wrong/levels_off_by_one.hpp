// (n, k)-EXCL with the bound n-s at c instead of n-s-1: k-exclusion is VIOLATED for every k < n, first at n = 2, k = 1.
//
// A process may have n-s others at its level or above it and still go on, so n-s+1 win level s, and k+1 the last one.
// With n = 2, k = 1 both simply walk in.
#pragma once

#include "doorway/algorithms/k_exclusion/levels.hpp"

namespace doorway::wrong {

template <class Memory>
class levels_off_by_one : public levels<Memory> {
  using right = levels<Memory>;
  using right::n_, right::levels_, right::turn, right::level;

 public:
  using right::right;

  template <class Here>
  constexpr bool enter(Here& here) const {
    const auto i = here.id();
    for (process_id s = 1; s <= levels_; ++s) {
      level.write(i, s);     // a
      turn.write(s - 1, i);  // b
      if (!here.await([&] {  // c
            process_id count = 0;
            for (process_id j = 0; j < n_; ++j)
              if (j != i && level.read(j) >= s) ++count;
            return turn.read(s - 1) != i || count <= n_ - s;
          }))
        return false;
    }
    return true;
  }
};

}  // namespace doorway::wrong
