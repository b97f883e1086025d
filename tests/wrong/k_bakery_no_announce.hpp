// WRONG: Fig. 5.3 without line 66. Exclusion is VIOLATED at n = 2, k = 1.
//
// The run: q has chosen a smaller ticket than p (or an equal one, with the smaller number) but not announced it. p
// reads Want[q][p] = oo, takes q for absent and goes in. q announces, finds p's ticket to be larger, and goes in too.
#pragma once

#include "doorway/algorithms/k_exclusion/k_bakery.hpp"

namespace doorway::wrong {

template <class Memory>
class k_bakery_no_announce : public k_bakery<Memory> {
  using right = k_bakery<Memory>;
  using right::n_, right::k_, right::Want, right::Ticket;

 public:
  using right::right;

  template <class Here>
  constexpr bool enter(Here& here) const {
    const auto p = here.id();
    const word ticket = 1 + Ticket.max();  // 67
    Ticket.write(p, ticket);
    here.end_of_doorway();
    Want.write_row_to_others(p, ticket);                      // 68
    auto predecessor_set = process_set::everyone_but(p, n_);  // 69
    return here.await([&] {                                   // 70
      if (predecessor_set.size() < k_) return true;
      for (auto i : predecessor_set)                                                // 71
        if (precedes({ticket, p}, {Want.read(i, p), i})) predecessor_set.erase(i);  // 72
      return predecessor_set.size() < k_;
    });
  }
};

}  // namespace doorway::wrong
