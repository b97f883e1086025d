// k-bakery-fife-safe: k-exclusion, FIFE, O(N) RMRs in the CC and the DSM model, 4N^2 + N registers.
//
// R. Danek, "Local-Spin Algorithms for Variants of Mutual Exclusion Using Read and Write Operations", PhD thesis,
// University of Toronto, 2011: section 5.7, Figure 5.6. Safe registers; but Ticket must be atomic (see Notes).
//
//     shared  Want[1..N][1..N][1..2]    in N + {oo}, all oo   Want[p][i][*] = the ticket p tells i it wants to enter by
//             Ticket[1..N]              in N, all 0           the last ticket p chose; never reset
//             Capture[1..N][1..N][1..2] in N, all 0           Capture[p][i][*]: i with a smaller ticket may go in
//     DSM     Ticket[p], Want[i][p][*] and Capture[i][p][*], all i, are local to p
//
//    105  for i != p:                                         doorway
//    106      Want[p][i][1] := Ticket[p]; Want[p][i][2] := Ticket[p]
//    107  Ticket[p] := 1 + max(Ticket[1..N])
//    108  for i != p:
//    109      Want[p][i][1] := Ticket[p]; Want[p][i][2] := Ticket[p]
//    110  predecessor_set := all but p
//    111  captured := false
//    112  while |predecessor_set| >= k and not captured:
//    113      for i in predecessor_set:
//    114          if (Ticket[p], p) < (Want[i][p][2], i):
//    115              if (Ticket[p], p) < (Want[i][p][1], i): remove i
//    116      for i:
//    117          if Ticket[p] < Capture[i][p][2]:
//    118              if Ticket[p] < Capture[i][p][1]: captured := true
//    119  for i:
//    120      if Capture[p][i][1] <= Ticket[i]:
//    121          Capture[p][i][1] := Ticket[p]; Capture[p][i][2] := Ticket[p]
//    122  critical section
//    123  for i:
//    124      Want[p][i][1] := oo; Want[p][i][2] := oo
//
// Why two copies: they are read in the opposite order of writing. To be misled by both, a reader must overlap two
// writes of which the second belongs to a later passage, and that passage chose its ticket after the reader did.
// Why 120: p that captures i in every passage could spoil every look of i at 117 and 118.
//
// Notes
// - Fences: every write is an announce; which of them need not be has not been asked (docs/fences.md).
// - Ticket is declared atomic; regular would do. The thesis has it safe, and then Lemma 5.21 is wrong: q may read
//   anything from Ticket[p] while p writes the ticket of its *next* passage, and choose one smaller than p's last. What
//   p left in Capture[p][q] then captures q out of turn: tests/wrong/k_bakery_fife_safe_printed.hpp has the run.
// - The labels are those of the thesis's text and proofs; our copy of the figure counts one more from 115 on.
// - The chosen ticket is kept in a local, and 106 reads Ticket[p] once; the figure reads it again and again.
// - Copy j is plane j-1. 116 and 119 include i = p, as printed: Capture[p][p] is an old ticket and captures nobody.
// - The doorway is 105..107, as the thesis has it.
// - abort: as in k-bakery-fife, a process that waits has captured nobody, and its next ticket is larger than any in Capture.
// - recover: p may have died between the two writes of 121, or in one of them. Left alone, a first copy without its
//   second makes 120 spare i in p's next passage (FIFE), and a second copy spoiled by the crash stands open while p's
//   next passage writes the first (k-exclusion). So: if the first is p's ticket, the second is finished; else the first
//   goes back to what the second still is. The one that stays is sound, and i goes by both. Then as exit.
#pragma once

#include <string_view>

#include "doorway/core/process_set.hpp"
#include "doorway/core/registers.hpp"
#include "doorway/core/sections.hpp"
#include "doorway/core/tickets.hpp"

namespace doorway {

template <class Memory>
class k_bakery_fife_safe {
 public:
  static constexpr std::string_view name = "k-bakery-fife-safe";
  static constexpr problem solves = problem::k_exclusion;
  static constexpr bool withdraws = true;
  using passage = nothing;

  constexpr k_bakery_fife_safe(Memory& memory, const parameters& size)
      : n_(size.n),
        k_(size.k),
        Want(memory, {.name = "Want",
                      .rows = n_,
                      .columns = n_,
                      .planes = 2,
                      .initial = infinity,
                      .home = home::column,
                      .writer = writer::row,
                      .strength = strength::safe}),
        Ticket(memory, {.name = "Ticket", .rows = n_, .home = home::row, .writer = writer::row}),
        Capture(memory, {.name = "Capture",
                         .rows = n_,
                         .columns = n_,
                         .planes = 2,
                         .home = home::column,
                         .writer = writer::row,
                         .strength = strength::safe}) {}

  template <class Here>
  constexpr bool enter(Here& here) const {
    const auto p = here.id();
    const word last = Ticket.read(p);      // 106
    for (process_id i = 0; i < n_; ++i)    // 105
      if (i != p) announce(p, i, last);    // 106
    const word ticket = 1 + Ticket.max();  // 107
    Ticket.announce(p, ticket);
    here.end_of_doorway();
    for (process_id i = 0; i < n_; ++i)                       // 108
      if (i != p) announce(p, i, ticket);                     // 109
    auto predecessor_set = process_set::everyone_but(p, n_);  // 110
    bool captured = false;                                    // 111
    if (!here.await([&] {                                     // 112
          if (predecessor_set.size() < k_) return true;
          for (auto i : predecessor_set)                                                     // 113
            if (precedes({ticket, p}, {Want.read(i, p, 1), i}))                              // 114
              if (precedes({ticket, p}, {Want.read(i, p, 0), i})) predecessor_set.erase(i);  // 115
          for (process_id i = 0; i < n_; ++i)                                                // 116
            if (ticket < Capture.read(i, p, 1))                                              // 117
              if (ticket < Capture.read(i, p, 0)) captured = true;                           // 118
          return predecessor_set.size() < k_ || captured;
        }))
      return false;
    for (process_id i = 0; i < n_; ++i) {  // 119
      const word before = Capture.read(p, i, 0);
      if (before <= Ticket.read(i)) {       // 120
        Capture.announce(p, i, 0, ticket);  // 121
        Capture.announce(p, i, 1, ticket);
      }
    }
    return true;
  }

  template <class Here>
  constexpr void exit(Here& here) const {
    for (process_id i = 0; i < n_; ++i) announce(here.id(), i, infinity);  // 123, 124
  }
  template <class Here>
  constexpr void abort(Here& here) const {
    exit(here);
  }
  template <class Here>
  constexpr void recover(Here& here) const {
    const auto p = here.id();
    const word ticket = Ticket.read(p);
    for (process_id i = 0; i < n_; ++i) {
      const word first = Capture.read(p, i, 0);
      const word second = Capture.read(p, i, 1);
      if (first == second) continue;
      if (first == ticket) Capture.announce(p, i, 1, first);
      else Capture.announce(p, i, 0, second);
    }
    exit(here);
  }

 protected:
  constexpr void announce(process_id p, process_id i, word ticket) const {
    Want.announce(p, i, 0, ticket);  // 106, 109, 124
    Want.announce(p, i, 1, ticket);
  }

  process_id n_, k_;
  registers<Memory> Want, Ticket, Capture;
};

}  // namespace doorway
