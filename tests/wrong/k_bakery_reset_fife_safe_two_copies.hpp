// WRONG: Fig. 5.10 with two copies of Capture. Exclusion is VIOLATED at n = 3, k = 2, safe registers.
//
// The run of section 5.10 begins as that of one copy: q, with the smaller ticket, stops before it writes Capture[q][p]
// for p's last passage, r is inside, and p comes again. p resets the second copy and begins to reset the first (176); q
// writes the first at the same time, and something large stays in it. q begins to write the second; p looks at it just
// then (192), reads something large, then the first (193), and goes in. So does q: three inside.
#pragma once

#include "doorway/algorithms/k_exclusion/k_bakery_reset_fife_safe.hpp"

namespace doorway::wrong {

template <class Memory>
class k_bakery_reset_fife_safe_two_copies : public k_bakery_reset_fife_safe<Memory> {
  using right = k_bakery_reset_fife_safe<Memory>;
  using right::n_, right::k_, right::Ticket, right::Doorway, right::Bypass, right::Capture, right::DWYBypass;

 public:
  using right::right;

  template <class Here>
  constexpr bool enter(Here& here) const {
    const auto p = here.id();
    Doorway.write_row(p, true);                       // 171
    DWYBypass.write_column(p, false);                 // 172
    const word ticket = 1 + Ticket.max_of_column(p);  // 173
    Ticket.write_row(p, ticket);                      // 174
    for (process_id i = 0; i < n_; ++i) {             // 175
      Capture.write(i, p, 1, 0);                      // 176
      Capture.write(i, p, 0, 0);
    }
    for (process_id i = 0; i < n_; ++i)                                      // 177
      if (!DWYBypass.read(p, i)) DWYBypass.write(p, i, true);                // 178
    process_set ignore_set;                                                  // 179
    for (process_id i = 0; i < n_; ++i)                                      // 180
      if (Doorway.read(i, p) || DWYBypass.read(i, p)) ignore_set.insert(i);  // 181
    Doorway.write_row(p, false);                                             // 182
    here.end_of_doorway();
    Bypass.write_column(p, false);                            // 183
    auto predecessor_set = process_set::everyone_but(p, n_);  // 184
    bool captured = false;                                    // 185
    if (!here.await([&] {                                     // 186
          if (predecessor_set.size() < k_) return true;
          for (auto i : predecessor_set)                                                          // 187
            if (Bypass.read(i, p) || (!Doorway.read(i, p) && this->goes_before({ticket, p}, i)))  // 188
              predecessor_set.erase(i);                                                           // 189
          for (process_id i = 0; i < n_; ++i)                                                     // 190
            if (ticket < Capture.read(i, p, 1))                                                   // 192
              if (ticket < Capture.read(i, p, 0)) captured = true;                                // 193
          return predecessor_set.size() < k_ || captured;
        }))
      return false;
    for (process_id i = 0; i < n_; ++i)                // 194
      if (!ignore_set.contains(i) && is_free(p, i)) {  // 195
        Capture.write(p, i, 0, ticket);                // 196
        Capture.write(p, i, 1, ticket);
      }
    return true;
  }

 private:
  [[nodiscard]] constexpr bool is_free(process_id p, process_id i) const {
    const word other = Ticket.read(i, p);
    return Capture.read(p, i, 0) <= other || Capture.read(p, i, 1) <= other;
  }
};

}  // namespace doorway::wrong
