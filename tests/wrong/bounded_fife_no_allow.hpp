// WRONG: Zehavi's Algorithm 1 without Allow (lines 11b and 12). FIFE is VIOLATED at n = 3, k = 2.
//
// p waits for two that came at the same time: one says that it goes before p, and so does the other as far as p knows. q comes
// later, is told more, and goes in; p, overtaken, still waits for what it has not been told.
#pragma once

#include "doorway/k_exclusion/bounded_fife.hpp"

namespace doorway::wrong {

template <class Memory>
class bounded_fife_no_allow : public unbounded_fife<Memory> {
  using right = unbounded_fife<Memory>;
  using right::Compete, right::Ignore, right::Order, right::Reveal;
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
      if (i != p && !this->discovered(p, i)) this->discover(p, i);
    Reveal.write(p, true);                            // 5
    const process_set order = timestamps_.before(p);  // 6
    for (process_id i = 0; i < n_; ++i)               // 7
      if (i != p) Order.write(p, i, !order.contains(i));
    Ignore.write_row_to_others(p, false);  // 8
    here.end_of_doorway();
    process_set precede = order;  // 9, 10
    return here.await([&] {       // 11
      if (precede.size() < k_) return true;
      for (auto i : precede)  // 11a
        if (!Compete.read(i, p) || (this->discovered(i, p) && !Ignore.read(i, p) && !Order.read(i, p)))
          precede.erase(i);
      return precede.size() < k_;
    });
  }
};

}  // namespace doorway::wrong
