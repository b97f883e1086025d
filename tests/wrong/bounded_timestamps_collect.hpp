// WRONG: bounded timestamps whose views are plain collects of Cur, without Sav. A Scan finds NO ORDER at n = 3.
//
// Labels that were never there together are compared: 3 < 4, 4 < 5 and 5 < 3.
#pragma once

#include "doorway/blocks/bounded_timestamps.hpp"

namespace doorway::wrong {

template <class Memory>
class bounded_timestamps_collect : public bounded_timestamps<Memory> {
  using right = bounded_timestamps<Memory>;
  using right::n_, right::Cur;

 public:
  using right::right;
  using typename right::view;

  constexpr void label(process_id p) const {
    view seen{};
    scan(p, seen);
    const word fresh = this->new_label(p, seen);
    if (fresh != seen[p]) this->update(p, fresh);
  }
  constexpr void scan(process_id p, view& seen) const {
    (void)this->choose_colour(p);
    for (process_id q = 0; q < n_; ++q) seen[q] = Cur.read(q);  // v5, v6
  }
};

}  // namespace doorway::wrong
