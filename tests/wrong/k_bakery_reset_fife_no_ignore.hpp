// WRONG: Fig. 5.8 without ignore_set (lines 146, 150..153). Exclusion is VIOLATED at n = 4, k = 2.
//
// The run of section 5.9, of r1 < r2 < p < q: p chooses 1, announcing nothing yet, and q chooses 2, since r1 is inside
// with 1; r1 leaves. q passes 158 and captures nobody yet. r1 and r2 begin to choose and read p's ticket as 0. p
// announces, resets Capture[q][p] and waits. q captures p, goes in and out, and its ticket is 0 again: r1 and r2 read
// that, and choose 1 as p did. p goes in as captured, r1 and r2 because they go before p: three inside.
#pragma once

#include "doorway/algorithms/k_exclusion/k_bakery_reset_fife.hpp"

namespace doorway::wrong {

template <class Memory>
class k_bakery_reset_fife_no_ignore : public k_bakery_reset_fife<Memory> {
  using right = k_bakery_reset_fife<Memory>;
  using right::n_, right::k_, right::Ticket, right::Doorway, right::Bypass, right::Capture;

 public:
  using right::right;

  template <class Here>
  constexpr bool enter(Here& here) const {
    const auto p = here.id();
    Doorway.write_row(p, true);                       // 145
    const word ticket = 1 + Ticket.max_of_column(p);  // 147
    Ticket.write_row(p, ticket);                      // 148
    Capture.write_column(p, 0);                       // 149
    Doorway.write_row(p, false);                      // 154
    here.end_of_doorway();
    Bypass.write_column(p, false);                            // 155
    auto predecessor_set = process_set::everyone_but(p, n_);  // 156
    bool captured = false;                                    // 157
    if (!here.await([&] {                                     // 158
          if (predecessor_set.size() < k_) return true;
          for (auto i : predecessor_set)                                                          // 159
            if (Bypass.read(i, p) || (!Doorway.read(i, p) && this->goes_before({ticket, p}, i)))  // 160
              predecessor_set.erase(i);                                                           // 161
          for (process_id i = 0; i < n_; ++i)                                                     // 162
            if (ticket < Capture.read(i, p)) captured = true;                                     // 163
          return predecessor_set.size() < k_ || captured;
        }))
      return false;
    Capture.write_row(p, ticket);  // 164
    return true;
  }
};

}  // namespace doorway::wrong
