// WRONG: Fig. 5.7 with the two tests of line 136 swapped, Ticket before Doorway. Exclusion is VIOLATED at n = 2, k = 1,
// also on atomic registers.
//
// The run: q is in its doorway and has chosen, but announced nothing: p reads Ticket[q][p] = 0. q announces its ticket,
// which goes before p's, and leaves the doorway. p reads Doorway[q][p] = false, drops q and goes in; and so does q.
#pragma once

#include "doorway/algorithms/k_exclusion/k_bakery_reset_safe.hpp"

namespace doorway::wrong {

template <class Memory>
class k_bakery_reset_safe_swapped : public k_bakery_reset_safe<Memory> {
  using right = k_bakery_reset_safe<Memory>;
  using right::n_, right::k_, right::Ticket, right::Doorway, right::Bypass;

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
    Bypass.write_column(p, false);                            // 132
    auto predecessor_set = process_set::everyone_but(p, n_);  // 133
    return here.await([&] {                                   // 134
      if (predecessor_set.size() < k_) return true;
      for (auto i : predecessor_set)                                                          // 135
        if (Bypass.read(i, p) || (this->goes_before({ticket, p}, i) && !Doorway.read(i, p)))  // 136
          predecessor_set.erase(i);                                                           // 137
      return predecessor_set.size() < k_;
    });
  }
};

}  // namespace doorway::wrong
