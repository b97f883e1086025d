// k-bakery-reset-safe: k-exclusion, k-FCFS, tickets go back to 0, O(N) RMRs in the CC and DSM models, 3N^2 registers.
//
// R. Danek, "Local-Spin Algorithms for Variants of Mutual Exclusion Using Read and Write Operations", PhD thesis,
// University of Toronto, 2011: section 5.8, Figure 5.7. Safe registers are enough, also where two processes write one.
//
//     shared  Ticket[1..N][1..N]  in N, all 0           Ticket[p][i] = p's ticket, as told to i; 0: p is outside
//             Doorway[1..N][1..N] boolean, all false    Doorway[p][i]: p tells i that it is choosing
//             Bypass[1..N][1..N]  boolean, all false    Bypass[p][i]: p has left since i began to wait
//     DSM     Ticket[i][p], Doorway[i][p] and Bypass[i][p], all i, are local to p
//
//    128  for i: Doorway[p][i] := true                  doorway
//    129  ticket := 1 + max(Ticket[1..N][p])
//    130  for i: Ticket[p][i] := ticket
//    131  for i: Doorway[p][i] := false
//    132  for i: Bypass[i][p] := false
//    133  predecessor_set := all but p
//    134  while |predecessor_set| >= k:
//    135      for i in predecessor_set:
//    136          if Bypass[i][p] or (not Doorway[i][p] and (Ticket[i][p] = 0 or (ticket, p) < (Ticket[i][p], i))):
//    137              remove i
//    138  critical section
//    139  for i: Ticket[p][i] := 0
//    140  for i:
//    141      if not Bypass[p][i]: Bypass[p][i] := true
//
// Why Bypass: with k > 1 others go in and out past p, and p may for ever find now this, now that one in its doorway.
// Why Doorway goes before Ticket in 136: p that reads 0 first and the flag after may miss a whole doorway in between.
// Why 141 looks first: a write in each of q's passages could spoil every look that p takes.
//
// Notes
// - 136 reads Ticket[i][p] once for both of its tests.
// - 128..132 and 139..141 include i = p, as printed: p never looks at its own entries but for Ticket[p][p] = 0 in 129.
// - The doorway is 128..130, as the thesis has it; that p is past it, others learn at 131.
// - Fences: 128 before the looks of 129, 132 (and with it 130 and 131) before those of the waiting room.
// - Section 5.2 has all registers back at their initial values once everybody is outside. True of Ticket and Doorway;
//   Bypass[p][i] stays true until i waits again.
// - The DSM line of the figure lists a Want, which this algorithm does not have.
// - abort: a process that waits is behind 132, with Doorway[p] false. Exit does the rest; it needs 141 too, or a process that
//   comes and gives up for ever could keep others waiting.
// - recover: p may have died with Doorway[p] true, for which others would wait for ever. Until it is false, i keeps p
//   in its set; when it is, Ticket[p][i] is 0 already. A process that drops p then has chosen before p chooses again.
#pragma once

#include <string_view>

#include "doorway/core/process_set.hpp"
#include "doorway/core/registers.hpp"
#include "doorway/core/sections.hpp"
#include "doorway/core/tickets.hpp"

namespace doorway {

template <class Memory>
class k_bakery_reset_safe {
 public:
  static constexpr std::string_view name = "k-bakery-reset-safe";
  static constexpr problem solves = problem::k_exclusion;
  static constexpr bool withdraws = true;
  using passage = nothing;

  constexpr k_bakery_reset_safe(Memory& memory, const parameters& size)
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
                        .strength = strength::safe}) {}

  template <class Here>
  constexpr bool enter(Here& here) const {
    const auto p = here.id();
    Doorway.announce_row(p, true);                    // 128
    const word ticket = 1 + Ticket.max_of_column(p);  // 129
    Ticket.write_row(p, ticket);                      // 130
    here.end_of_doorway();
    Doorway.write_row(p, false);                              // 131
    Bypass.announce_column(p, false);                         // 132
    auto predecessor_set = process_set::everyone_but(p, n_);  // 133
    return here.await([&] {                                   // 134
      if (predecessor_set.size() < k_) return true;
      for (auto i : predecessor_set)                                                    // 135
        if (Bypass.read(i, p) || (!Doorway.read(i, p) && goes_before({ticket, p}, i)))  // 136
          predecessor_set.erase(i);                                                     // 137
      return predecessor_set.size() < k_;
    });
  }

  template <class Here>
  constexpr void exit(Here& here) const {
    const auto p = here.id();
    Ticket.write_row(p, 0);                              // 139
    for (process_id i = 0; i < n_; ++i)                  // 140
      if (!Bypass.read(p, i)) Bypass.write(p, i, true);  // 141
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

 protected:
  // p with this ticket goes before i, as far as i has told p.
  [[nodiscard]] constexpr bool goes_before(numbered p, process_id i) const {
    const word other = Ticket.read(i, p.id);  // 136
    return other == 0 || precedes(p, {other, i});
  }

  process_id n_, k_;
  registers<Memory> Ticket, Doorway, Bypass;
};

}  // namespace doorway
