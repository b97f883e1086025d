// WRONG: Zehavi's Algorithm 1 without Ignore (lines 2 and 8, and its test in 11a). Exclusion is VIOLATED at n = 2, k = 1.
//
// p is back in its doorway and has discovered i (4), which waits for it. What p says in Order[p][i] is still of its last passage,
// and i takes it for new.
#pragma once

#include "doorway/k_exclusion/bounded_fife.hpp"

namespace doorway::wrong {

template <class Memory>
class bounded_fife_no_ignore : public unbounded_fife<Memory> {
  using right = unbounded_fife<Memory>;
  using right::Compete, right::Order, right::Reveal, right::Allow;
  using right::n_, right::k_, right::timestamps_;

 public:
  using right::right;

  template <class Here>
  constexpr bool enter(Here& here) const {
    const auto p = here.id();
    Compete.write_row_to_others(p, true);  // 1
    timestamps_.label(p);                  // 3
    for (process_id i = 0; i < n_; ++i)    // 4
      if (i != p && !this->discovered(p, i)) this->discover(p, i);
    Reveal.write(p, true);                            // 5
    const process_set order = timestamps_.before(p);  // 6
    for (process_id i = 0; i < n_; ++i)               // 7
      if (i != p) Order.write(p, i, !order.contains(i));
    here.end_of_doorway();
    process_set precede = order;  // 9, 10
    if (!here.await([&] {         // 11
          if (precede.size() < k_) return true;
          for (auto i : precede)  // 11a
            if (!Compete.read(i, p) || (this->discovered(i, p) && !Order.read(i, p))) precede.erase(i);
          for (process_id i = 0; i < n_; ++i)  // 11b
            if (i != p && this->discovered(i, p) && Allow.read(i, p)) precede = {};
          return precede.size() < k_;
        }))
      return false;
    for (auto i : order) Allow.write(p, i, true);  // 12
    return true;
  }
};

}  // namespace doorway::wrong
