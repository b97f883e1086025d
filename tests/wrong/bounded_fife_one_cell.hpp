// WRONG: Zehavi's Algorithm 1 with one cell of Discover instead of two. Exclusion is VIOLATED at n = 2, k = 1.
//
// p reads Reveal[i] (4d) and sleeps; i leaves, wipes Discover[p][i] out (14) and comes back; p writes its discovery of the i that
// has left. i, which waits for p now, takes what p said in an earlier passage for new.
#pragma once

#include "doorway/k_exclusion/bounded_fife.hpp"

namespace doorway::wrong {

template <class Memory>
class bounded_fife_one_cell : public unbounded_fife<Memory> {
  using right = unbounded_fife<Memory>;
  using right::Compete, right::Ignore, right::Order, right::Reveal, right::Allow, right::Discover;
  using right::n_, right::k_, right::timestamps_;

 public:
  using right::right;

  template <class Here>
  constexpr bool enter(Here& here) const {
    const auto p = here.id();
    Compete.write_row_to_others(p, true);  // 1
    Ignore.write_row_to_others(p, true);   // 2
    timestamps_.label(p);                  // 3
    for (process_id i = 0; i < n_; ++i)    // 4
      if (i != p && !discovered(p, i)) {
        Discover.write(p, i, 0, false);                     // 4a
        Allow.write(p, i, false);                           // 4c
        if (Reveal.read(i)) Discover.write(p, i, 0, true);  // 4d
      }
    Reveal.write(p, true);                            // 5
    const process_set order = timestamps_.before(p);  // 6
    for (process_id i = 0; i < n_; ++i)               // 7
      if (i != p) Order.write(p, i, !order.contains(i));
    Ignore.write_row_to_others(p, false);  // 8
    here.end_of_doorway();
    process_set precede = order;  // 9, 10
    if (!here.await([&] {         // 11
          if (precede.size() < k_) return true;
          for (auto i : precede)  // 11a
            if (!Compete.read(i, p) || (discovered(i, p) && !Ignore.read(i, p) && !Order.read(i, p))) precede.erase(i);
          for (process_id i = 0; i < n_; ++i)  // 11b
            if (i != p && discovered(i, p) && Allow.read(i, p)) precede = {};
          return precede.size() < k_;
        }))
      return false;
    for (auto i : order) Allow.write(p, i, true);  // 12
    return true;
  }

 private:
  [[nodiscard]] constexpr bool discovered(process_id p, process_id i) const { return Discover.read(p, i, 0); }
};

}  // namespace doorway::wrong
