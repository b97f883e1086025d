// WRONG: Fig. 5.8 with the doorway that the thesis states, 145..153. FIFE is VIOLATED at n = 4, k = 2.
//
// The run: p has finished this doorway and stops before 154, so that Doorway[p][q] is still true. q comes, puts p into
// ignore_set (153), goes in, since only p is before it, and so does not capture p (164). r1 and r2 enter their doorways
// and stop. p goes on: it finds r1 and r2 in their doorways and nobody that has captured it, and waits for them for
// ever, although q came after p and went in. The proof, that of Lemma 5.56 for Fig. 5.10, has q reach line 195 for p
// "by the structure of the algorithm", which is so only if p is not in q's ignore_set. If 154 is doorway, it is not.
#pragma once

#include "doorway/algorithms/k_exclusion/k_bakery_reset_fife.hpp"

namespace doorway::wrong {

template <class Memory>
class k_bakery_reset_fife_printed : public k_bakery_reset_fife<Memory> {
  using right = k_bakery_reset_fife<Memory>;
  using right::n_, right::k_, right::Ticket, right::Doorway, right::Bypass, right::Capture, right::DWYBypass;

 public:
  using right::right;

  template <class Here>
  constexpr bool enter(Here& here) const {
    const auto p = here.id();
    Doorway.write_row(p, true);                                              // 145
    DWYBypass.write_column(p, false);                                        // 146
    const word ticket = 1 + Ticket.max_of_column(p);                         // 147
    Ticket.write_row(p, ticket);                                             // 148
    Capture.write_column(p, 0);                                              // 149
    DWYBypass.write_row(p, true);                                            // 150
    process_set ignore_set;                                                  // 151
    for (process_id i = 0; i < n_; ++i)                                      // 152
      if (Doorway.read(i, p) || DWYBypass.read(i, p)) ignore_set.insert(i);  // 153
    here.end_of_doorway();
    Doorway.write_row(p, false);                              // 154
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
    for (process_id i = 0; i < n_; ++i)
      if (!ignore_set.contains(i)) Capture.write(p, i, ticket);  // 164
    return true;
  }
};

}  // namespace doorway::wrong
