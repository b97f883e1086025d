// WRONG: Fig. 5.7 without Bypass (line 132, the first test of 136, lines 140 and 141). Starvation freedom is VIOLATED
// at n = 3, k = 2, without a crash, also on atomic registers. (With k = 1 this is a local-spin bakery, and right.)
//
// The run: p waits and looks at q just when q is in its doorway; q goes in and out past p, since k = 2; then p looks at
// r just when r is in its doorway, and so on for ever: p always finds two before it.
#pragma once

#include "doorway/algorithms/k_exclusion/k_bakery_reset_safe.hpp"

namespace doorway::wrong {

template <class Memory>
class k_bakery_reset_safe_no_bypass : public k_bakery_reset_safe<Memory> {
  using right = k_bakery_reset_safe<Memory>;
  using right::n_, right::k_, right::Ticket, right::Doorway;

 public:
  using right::right;

  template <class Here>
  constexpr bool enter(Here& here) const {
    const auto p = here.id();
    Doorway.write_row(p, true);                       // 128
    const word ticket = 1 + Ticket.max_of_column(p);  // 129
    Ticket.write_row(p, ticket);                      // 130
    here.end_of_doorway();
    Doorway.write_row(p, false);                              // 131
    auto predecessor_set = process_set::everyone_but(p, n_);  // 133
    return here.await([&] {                                   // 134
      if (predecessor_set.size() < k_) return true;
      for (auto i : predecessor_set)                                   // 135
        if (!Doorway.read(i, p) && this->goes_before({ticket, p}, i))  // 136
          predecessor_set.erase(i);                                    // 137
      return predecessor_set.size() < k_;
    });
  }

  template <class Here>
  constexpr void exit(Here& here) const {
    Ticket.write_row(here.id(), 0);  // 139
  }
  template <class Here>
  constexpr void abort(Here& here) const {
    exit(here);
  }
  template <class Here>
  constexpr void recover(Here& here) const {
    exit(here);
    Doorway.write_row(here.id(), false);
  }
};

}  // namespace doorway::wrong
