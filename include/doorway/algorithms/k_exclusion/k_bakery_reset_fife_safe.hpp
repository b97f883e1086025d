// k-bakery-reset-fife-safe: k-exclusion, FIFE, tickets go back to 0, O(N) RMRs in CC and DSM, 7N^2 registers.
//
// R. Danek, "Local-Spin Algorithms for Variants of Mutual Exclusion Using Read and Write Operations", PhD thesis,
// University of Toronto, 2011: section 5.10, Figures 5.9 and 5.10. Safe registers are enough, also where two write one.
//
//     shared  Ticket[1..N][1..N]        in N, all 0         Ticket[p][i] = p's ticket, as told to i; 0: p is outside
//             Doorway[1..N][1..N]       boolean, all false  Doorway[p][i]: p tells i that it is choosing
//             Bypass[1..N][1..N]        boolean, all false  Bypass[p][i]: p has left since i began to wait
//             Capture[1..N][1..N][1..3] in N, all 0         Capture[p][i][*]: p lets i in, if i's ticket is smaller
//             DWYBypass[1..N][1..N]     boolean, all false  DWYBypass[p][i]: p has chosen since i began to choose
//     DSM     Ticket[i][p], Capture[i][p][*], Bypass[i][p] and Doorway[i][p], all i, are local to p
//
//    171  for i: Doorway[p][i] := true                  doorway
//    172  for i: DWYBypass[i][p] := false
//    173  ticket := 1 + max(Ticket[1..N][p])
//    174  for i: Ticket[p][i] := ticket
//    175  for i:
//    176      Capture[i][p][3] := 0; Capture[i][p][2] := 0; Capture[i][p][1] := 0
//    177  for i:
//    178      if not DWYBypass[p][i]: DWYBypass[p][i] := true
//    179  ignore_set := empty
//    180  for i:
//    181      if Doorway[i][p] or DWYBypass[i][p]: add i to ignore_set
//    182  for i: Doorway[p][i] := false
//    183  for i: Bypass[i][p] := false
//    184  predecessor_set := all but p
//    185  captured := false
//    186  while |predecessor_set| >= k and not captured:
//    187      for i in predecessor_set:
//    188          if Bypass[i][p] or (not Doorway[i][p] and (Ticket[i][p] = 0 or (ticket, p) < (Ticket[i][p], i))):
//    189              remove i
//    190      for i:
//    191          if ticket < Capture[i][p][3]:
//    192              if ticket < Capture[i][p][2]:
//    193                  if ticket < Capture[i][p][1]: captured := true
//    194  for i not in ignore_set:
//    195      if Capture[p][i][j] <= Ticket[i][p] for one of j = 1, 2, 3:
//    196          Capture[p][i][1] := ticket; Capture[p][i][2] := ticket; Capture[p][i][3] := ticket
//    197  critical section
//    198  for i: Ticket[p][i] := 0
//    199  for i:
//    200      if not Bypass[p][i]: Bypass[p][i] := true
//
// Why three copies: i resets and reads them in the opposite order of p's writing. A late write of p's can spoil one
// that i resets and one that i reads, but not a third, unless p began that passage after i had its ticket.
// Why 178, 195 and 200 look first: a write in each passage could spoil every look of the other process.
//
// Notes
// - Fences: every write is an announce; which of them need not be has not been asked (docs/fences.md).
// - The doorway is 171..182. The thesis says 171..181, and then this is not FIFE; k-bakery-reset-fife tells the run.
//   The proof (Lemma 5.56) has q read Ticket[p][q] at 195 "by the structure of the algorithm", which is so only if p is
//   not in q's ignore_set. tests/wrong/k_bakery_reset_fife_safe_printed.hpp has the doorway of the thesis.
// - 188 reads Ticket[i][p] once for both of its tests, 195 once for all three, as the text allows; copy j is plane j-1.
// - The text has < for 195, the figure <=. The figure is right: at 191..193 a value equal to i's ticket is too little.
// - All loops but 187 and 194 include i = p, as printed: 181 puts p itself into ignore_set, and Capture[p][p] stays 0.
// - The figure gives DWYBypass no home; like the rest, DWYBypass[i][p] is local to p.
// - Back to the initial value when everybody is outside: Ticket and Doorway only.
// - abort: as in k-bakery-reset-fife, with 176 for 149; Lemma 5.53 covers the captor that comes too late for it.
// - recover: as in k-bakery-reset-fife. Copies of Capture that p left unequal or spoiled when it died at 196 need no
//   care: 195 looks at all three, and a first or a second copy alone lets nobody in.
#pragma once

#include <string_view>

#include "doorway/core/process_set.hpp"
#include "doorway/core/registers.hpp"
#include "doorway/core/sections.hpp"
#include "doorway/core/tickets.hpp"

namespace doorway {

template <class Memory>
class k_bakery_reset_fife_safe {
 public:
  static constexpr std::string_view name = "k-bakery-reset-fife-safe";
  static constexpr problem solves = problem::k_exclusion;
  static constexpr bool withdraws = true;
  using passage = nothing;

  constexpr k_bakery_reset_fife_safe(Memory& memory, const parameters& size)
      : n_(size.n),
        k_(size.k),
        Ticket(memory, {.name = "Ticket",
                        .rows = n_,
                        .columns = n_,
                        .home = home::column,
                        .writer = writer::row,
                        .strength = strength::safe}),
        Doorway(memory, {.name = "Doorway",
                         .rows = n_,
                         .columns = n_,
                         .domain = 2,
                         .home = home::column,
                         .writer = writer::row,
                         .strength = strength::safe}),
        Bypass(memory, {.name = "Bypass",
                        .rows = n_,
                        .columns = n_,
                        .domain = 2,
                        .home = home::column,
                        .writer = writer::row_or_column,
                        .strength = strength::safe}),
        Capture(memory, {.name = "Capture",
                         .rows = n_,
                         .columns = n_,
                         .planes = 3,
                         .home = home::column,
                         .writer = writer::row_or_column,
                         .strength = strength::safe}),
        DWYBypass(memory, {.name = "DWYBypass",
                           .rows = n_,
                           .columns = n_,
                           .domain = 2,
                           .home = home::column,
                           .writer = writer::row_or_column,
                           .strength = strength::safe}) {}

  template <class Here>
  constexpr bool enter(Here& here) const {
    const auto p = here.id();
    Doorway.announce_row(p, true);                    // 171
    DWYBypass.announce_column(p, false);              // 172
    const word ticket = 1 + Ticket.max_of_column(p);  // 173
    Ticket.announce_row(p, ticket);                   // 174
    for (process_id i = 0; i < n_; ++i) {             // 175
      Capture.announce(i, p, 2, 0);                   // 176
      Capture.announce(i, p, 1, 0);
      Capture.announce(i, p, 0, 0);
    }
    for (process_id i = 0; i < n_; ++i)                                      // 177
      if (!DWYBypass.read(p, i)) DWYBypass.announce(p, i, true);             // 178
    process_set ignore_set;                                                  // 179
    for (process_id i = 0; i < n_; ++i)                                      // 180
      if (Doorway.read(i, p) || DWYBypass.read(i, p)) ignore_set.insert(i);  // 181
    Doorway.announce_row(p, false);                                          // 182
    here.end_of_doorway();
    Bypass.announce_column(p, false);                         // 183
    auto predecessor_set = process_set::everyone_but(p, n_);  // 184
    bool captured = false;                                    // 185
    if (!here.await([&] {                                     // 186
          if (predecessor_set.size() < k_) return true;
          for (auto i : predecessor_set)                                                    // 187
            if (Bypass.read(i, p) || (!Doorway.read(i, p) && goes_before({ticket, p}, i)))  // 188
              predecessor_set.erase(i);                                                     // 189
          for (process_id i = 0; i < n_; ++i)                                               // 190
            if (ticket < Capture.read(i, p, 2))                                             // 191
              if (ticket < Capture.read(i, p, 1))                                           // 192
                if (ticket < Capture.read(i, p, 0)) captured = true;                        // 193
          return predecessor_set.size() < k_ || captured;
        }))
      return false;
    for (process_id i = 0; i < n_; ++i)                // 194
      if (!ignore_set.contains(i) && is_free(p, i)) {  // 195
        Capture.announce(p, i, 0, ticket);             // 196
        Capture.announce(p, i, 1, ticket);
        Capture.announce(p, i, 2, ticket);
      }
    return true;
  }

  template <class Here>
  constexpr void exit(Here& here) const {
    const auto p = here.id();
    Ticket.announce_row(p, 0);                              // 198
    for (process_id i = 0; i < n_; ++i)                     // 199
      if (!Bypass.read(p, i)) Bypass.announce(p, i, true);  // 200
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
    const word other = Ticket.read(i, p.id);  // 188
    return other == 0 || precedes(p, {other, i});
  }
  // What p wrote into Capture[p][i] before does not let i in.
  [[nodiscard]] constexpr bool is_free(process_id p, process_id i) const {
    const word other = Ticket.read(i, p);  // 195
    return Capture.read(p, i, 0) <= other || Capture.read(p, i, 1) <= other || Capture.read(p, i, 2) <= other;
  }

  process_id n_, k_;
  registers<Memory> Ticket, Doorway, Bypass, Capture, DWYBypass;
};

}  // namespace doorway
