// k-bakery-fife: k-exclusion, FIFE, O(N) RMRs in the CC and the DSM model, 2N^2 + N registers.
//
// R. Danek, "Local-Spin Algorithms for Variants of Mutual Exclusion Using Read and Write Operations", PhD thesis,
// University of Toronto, 2011: section 5.6, Figure 5.5. Atomic registers.
//
//     shared  Want[1..N][1..N]    in N + {oo}, all oo   Want[p][i] = the ticket p tells i it wants to enter with
//             Ticket[1..N]        in N, all 0           the last ticket p chose; never reset
//             Capture[1..N][1..N] in N, all 0           Capture[p][i]: i may go in, with a smaller ticket
//     DSM     Ticket[p], Want[i][p] and Capture[i][p], all i, are local to p
//
//     90  for i != p: Want[p][i] := Ticket[p]           doorway: announce with the old ticket, smaller than the new one
//     91  Ticket[p] := 1 + max(Ticket[1..N])
//     92  for i != p: Want[p][i] := Ticket[p]
//     93  captured := false
//     94  predecessor_set := all but p
//     95  while |predecessor_set| >= k and not captured:
//     96      for i in predecessor_set:
//     97          if (Ticket[p], p) < (Want[i][p], i): remove i
//     98      for i: if Ticket[p] < Capture[i][p]: captured := true
//     99  for i: Capture[p][i] := Ticket[p]
//    100  critical section
//    101  for i: Want[p][i] := oo
//
// Why 99: p that has arrived before q may wait for late-comers that stand between 90 and 92 while q goes in. So q, on
// its way in, lets in all who hold a smaller ticket: fewer than k held one smaller than q's, so this breaks no bound.
//
// Notes
// - The labels are those of the thesis's text and proofs; our copy of the figure counts one more from 97 on.
// - The chosen ticket is kept in a local, and 90 reads Ticket[p] once; the figure reads it again and again.
// - 98 and 99 include i = p, as printed: Capture[p][p] is an old ticket of p's and captures nobody.
// - The doorway is 90..91, as the thesis has it.
// - Fences: 90 before the looks of 91, 92 before those of 97 and 98.
// - abort: a process that waits has captured nobody. That others have captured it, or are about to, is no harm: its next
//   ticket is larger than all chosen before, and a captor with a larger one still is a captor in its own right.
// - recover: p that dies at 99 has captured some and not others. It had passed 95, which is all that the proof of
//   k-exclusion (Lemma 5.14) asks of a captor, so those may go in; its next passage captures the rest.
#pragma once

#include <string_view>

#include "doorway/core/process_set.hpp"
#include "doorway/core/registers.hpp"
#include "doorway/core/sections.hpp"
#include "doorway/core/tickets.hpp"

namespace doorway {

template <class Memory>
class k_bakery_fife {
 public:
  static constexpr std::string_view name = "k-bakery-fife";
  static constexpr problem solves = problem::k_exclusion;
  static constexpr bool withdraws = true;
  using passage = nothing;

  constexpr k_bakery_fife(Memory& memory, const parameters& size)
      : n_(size.n),
        k_(size.k),
        Want(memory, {.name = "Want",
                      .rows = n_,
                      .columns = n_,
                      .initial = infinity,
                      .home = home::column,
                      .writer = writer::row}),
        Ticket(memory, {.name = "Ticket", .rows = n_, .home = home::row, .writer = writer::row}),
        Capture(memory, {.name = "Capture", .rows = n_, .columns = n_, .home = home::column, .writer = writer::row}) {}

  template <class Here>
  constexpr bool enter(Here& here) const {
    const auto p = here.id();
    Want.announce_row_to_others(p, Ticket.read(p));  // 90
    const word ticket = choose(here);
    bool captured = false;                                    // 93
    auto predecessor_set = process_set::everyone_but(p, n_);  // 94
    if (!here.await([&] {                                     // 95
          if (predecessor_set.size() < k_) return true;
          for (auto i : predecessor_set)                                                // 96
            if (precedes({ticket, p}, {Want.read(i, p), i})) predecessor_set.erase(i);  // 97
          captured = is_captured(p, ticket);                                            // 98
          return predecessor_set.size() < k_ || captured;
        }))
      return false;
    Capture.write_row(p, ticket);  // 99
    return true;
  }

  template <class Here>
  constexpr void exit(Here& here) const {
    Want.write_row(here.id(), infinity);  // 101
  }
  template <class Here>
  constexpr void abort(Here& here) const {
    exit(here);
  }
  template <class Here>
  constexpr void recover(Here& here) const {
    exit(here);
  }

 protected:
  template <class Here>
  constexpr word choose(Here& here) const {
    const auto p = here.id();
    const word ticket = 1 + Ticket.max();  // 91
    Ticket.write(p, ticket);
    here.end_of_doorway();
    Want.announce_row_to_others(p, ticket);  // 92
    return ticket;
  }
  // All are looked at, as in the figure.
  [[nodiscard]] constexpr bool is_captured(process_id p, word ticket) const {
    bool captured = false;
    for (process_id i = 0; i < n_; ++i)
      if (ticket < Capture.read(i, p)) captured = true;  // 98
    return captured;
  }

  process_id n_, k_;
  registers<Memory> Want, Ticket, Capture;
};

}  // namespace doorway
