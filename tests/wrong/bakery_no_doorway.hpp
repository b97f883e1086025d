// WRONG: Fig. 5.1 without Doorway (lines 48, 50, 52). Exclusion is VIOLATED at n = 2.
//
// The run: p has read that nobody holds a ticket, but not written its own. q chooses the same, sees Ticket[p] = 0 and
// goes in. p writes its ticket, equal to q's; if p is the smaller number, p goes in too.
#pragma once

#include "doorway/algorithms/mutual_exclusion/bakery.hpp"

namespace doorway::wrong {

template <class Memory>
class bakery_no_doorway : public bakery<Memory> {
  using right = bakery<Memory>;
  using right::n_, right::Ticket;

 public:
  using right::right;

  template <class Here>
  constexpr bool enter(Here& here) const {
    const auto p = here.id();
    const word ticket = 1 + Ticket.max();  // 49
    Ticket.write(p, ticket);
    here.end_of_doorway();
    for (process_id i = 0; i < n_; ++i) {  // 51
      if (i == p) continue;
      if (!here.await([&] {  // 53
            const word other = Ticket.read(i);
            return other == 0 || precedes({ticket, p}, {other, i});
          }))
        return false;
    }
    return true;
  }
};

}  // namespace doorway::wrong
