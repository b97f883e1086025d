// k-bakery-reset-fife: k-exclusion, FIFE, tickets go back to 0, O(N) RMRs in the CC and DSM models, 5N^2 registers.
//
// R. Danek, "Local-Spin Algorithms for Variants of Mutual Exclusion Using Read and Write Operations", PhD thesis,
// University of Toronto, 2011: section 5.9, Figure 5.8. Atomic registers.
//
//     shared  Ticket[1..N][1..N]    in N, all 0         Ticket[p][i] = p's ticket, as told to i; 0: p is outside
//             Doorway[1..N][1..N]   boolean, all false  Doorway[p][i]: p tells i that it is choosing
//             Bypass[1..N][1..N]    boolean, all false  Bypass[p][i]: p has left since i began to wait
//             Capture[1..N][1..N]   in N, all 0         Capture[p][i]: p lets i in, if i's ticket is smaller
//             DWYBypass[1..N][1..N] boolean, all false  DWYBypass[p][i]: p has chosen since i began to choose
//     DSM     Ticket[i][p], Capture[i][p], Bypass[i][p] and Doorway[i][p], all i, are local to p
//
//    145  for i: Doorway[p][i] := true                  doorway
//    146  for i: DWYBypass[i][p] := false
//    147  ticket := 1 + max(Ticket[1..N][p])
//    148  for i: Ticket[p][i] := ticket
//    149  for i: Capture[i][p] := 0
//    150  for i: DWYBypass[p][i] := true
//    151  ignore_set := empty
//    152  for i:
//    153      if Doorway[i][p] or DWYBypass[i][p]: add i to ignore_set
//    154  for i: Doorway[p][i] := false
//    155  for i: Bypass[i][p] := false
//    156  predecessor_set := all but p
//    157  captured := false
//    158  while |predecessor_set| >= k and not captured:
//    159      for i in predecessor_set:
//    160          if Bypass[i][p] or (not Doorway[i][p] and (Ticket[i][p] = 0 or (ticket, p) < (Ticket[i][p], i))):
//    161              remove i
//    162      for i:
//    163          if ticket < Capture[i][p]: captured := true
//    164  for i not in ignore_set: Capture[p][i] := ticket
//    165  critical section
//    166  for i: Ticket[p][i] := 0
//    167  for i: Bypass[p][i] := true
//
// Why ignore_set: p that captures i although both chose at the same time may leave, and take along the ticket that
// kept late-comers behind i; they choose smaller ones than i's, and i, let in, is one too many. 153 finds those who chose
// meanwhile, once or many times, so that p captures only those whose tickets all who choose after p have seen.
//
// Notes
// - Fences: every write is an announce; which of them need not be has not been asked (docs/fences.md).
// - The doorway is 145..154. The thesis says 145..153, and then this is not FIFE: p that stops before 154 has finished
//   its doorway; q that comes now finds Doorway[p][q] true, puts p into ignore_set, goes in and does not capture p; and
//   two more in their doorways keep p waiting (n = 4, k = 2). The thesis proves FIFE for Fig. 5.10 only (Lemma 5.56),
//   and takes for granted there that p is not in q's ignore_set. tests/wrong/k_bakery_reset_fife_printed.hpp shows it.
// - 160 reads Ticket[i][p] once for both of its tests.
// - All loops but 159 and 164 include i = p, as printed: 153 puts p itself into ignore_set, and Capture[p][p] stays 0.
// - The figure gives DWYBypass no home; like the rest, DWYBypass[i][p] is local to p.
// - Back to the initial value when everybody is outside: Ticket and Doorway only.
// - abort: a process that waits has captured nobody. That it was captured, 149 wipes out in its next passage; a captor too
//   late for that has the smaller ticket, or has p in its ignore_set, as after an exit. 167 as in k-bakery-reset-safe.
// - recover: p may have died with Doorway[p] true: as in k-bakery-reset-safe. Whom p captured before it died at 164 may
//   go in, since p had passed 158. What others wrote for p in DWYBypass and Capture, its next doorway wipes out.
#pragma once

#include <string_view>

#include "doorway/core/process_set.hpp"
#include "doorway/core/registers.hpp"
#include "doorway/core/sections.hpp"
#include "doorway/core/tickets.hpp"

namespace doorway {

template <class Memory>
class k_bakery_reset_fife {
 public:
  static constexpr std::string_view name = "k-bakery-reset-fife";
  static constexpr problem solves = problem::k_exclusion;
  static constexpr bool withdraws = true;
  using passage = nothing;

  constexpr k_bakery_reset_fife(Memory& memory, const parameters& size)
      : n_(size.n),
        k_(size.k),
        Ticket(memory, {.name = "Ticket", .rows = n_, .columns = n_, .home = home::column, .writer = writer::row}),
        Doorway(
            memory,
            {.name = "Doorway", .rows = n_, .columns = n_, .domain = 2, .home = home::column, .writer = writer::row}),
        Bypass(memory, {.name = "Bypass",
                        .rows = n_,
                        .columns = n_,
                        .domain = 2,
                        .home = home::column,
                        .writer = writer::row_or_column}),
        Capture(memory,
                {.name = "Capture", .rows = n_, .columns = n_, .home = home::column, .writer = writer::row_or_column}),
        DWYBypass(memory, {.name = "DWYBypass",
                           .rows = n_,
                           .columns = n_,
                           .domain = 2,
                           .home = home::column,
                           .writer = writer::row_or_column}) {}

  template <class Here>
  constexpr bool enter(Here& here) const {
    const auto p = here.id();
    Doorway.announce_row(p, true);                                           // 145
    DWYBypass.announce_column(p, false);                                     // 146
    const word ticket = 1 + Ticket.max_of_column(p);                         // 147
    Ticket.announce_row(p, ticket);                                          // 148
    Capture.announce_column(p, 0);                                           // 149
    DWYBypass.announce_row(p, true);                                         // 150
    process_set ignore_set;                                                  // 151
    for (process_id i = 0; i < n_; ++i)                                      // 152
      if (Doorway.read(i, p) || DWYBypass.read(i, p)) ignore_set.insert(i);  // 153
    Doorway.announce_row(p, false);                                          // 154
    here.end_of_doorway();
    Bypass.announce_column(p, false);                         // 155
    auto predecessor_set = process_set::everyone_but(p, n_);  // 156
    bool captured = false;                                    // 157
    if (!here.await([&] {                                     // 158
          if (predecessor_set.size() < k_) return true;
          for (auto i : predecessor_set)                                                    // 159
            if (Bypass.read(i, p) || (!Doorway.read(i, p) && goes_before({ticket, p}, i)))  // 160
              predecessor_set.erase(i);                                                     // 161
          for (process_id i = 0; i < n_; ++i)                                               // 162
            if (ticket < Capture.read(i, p)) captured = true;                               // 163
          return predecessor_set.size() < k_ || captured;
        }))
      return false;
    for (process_id i = 0; i < n_; ++i)
      if (!ignore_set.contains(i)) Capture.announce(p, i, ticket);  // 164
    return true;
  }

  template <class Here>
  constexpr void exit(Here& here) const {
    const auto p = here.id();
    Ticket.announce_row(p, 0);     // 166
    Bypass.announce_row(p, true);  // 167
  }
  template <class Here>
  constexpr void abort(Here& here) const {
    exit(here);
  }
  template <class Here>
  constexpr void recover(Here& here) const {
    exit(here);
    Doorway.announce_row(here.id(), false);
  }

 protected:
  // p with this ticket goes before i, as far as i has told p.
  [[nodiscard]] constexpr bool goes_before(numbered p, process_id i) const {
    const word other = Ticket.read(i, p.id);  // 160
    return other == 0 || precedes(p, {other, i});
  }

  process_id n_, k_;
  registers<Memory> Ticket, Doorway, Bypass, Capture, DWYBypass;
};

}  // namespace doorway
