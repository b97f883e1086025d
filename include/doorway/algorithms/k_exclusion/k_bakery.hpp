// k-bakery: k-exclusion, k-FCFS, O(N) RMRs in the CC and the DSM model, N^2 + N registers.
//
// R. Danek, "Local-Spin Algorithms for Variants of Mutual Exclusion Using Read and Write Operations", PhD thesis,
// University of Toronto, 2011: section 5.4, Figure 5.3. Atomic registers.
//
//     shared  Want[1..N][1..N] in N + {oo}, all oo      Want[p][i] = the ticket p tells i it wants to enter with
//             Ticket[1..N]     in N, all 0              the last ticket p chose; never reset
//     DSM     Ticket[p] and Want[i][p], all i, are local to p
//
//     66  for i != p: Want[p][i] := Ticket[p]           doorway: announce with the old ticket, smaller than the new one
//     67  Ticket[p] := 1 + max(Ticket[1..N])
//     68  for i != p: Want[p][i] := Ticket[p]
//     69  predecessor_set := all but p
//     70  while |predecessor_set| >= k:
//     71      for i in predecessor_set:
//     72          if (Ticket[p], p) < (Want[i][p], i): remove i
//     73  critical section
//     74  for i: Want[p][i] := oo
//
// Why 66: without it, q that has chosen a smaller ticket but not announced it is taken for absent by p, and p for later
// by q. The old ticket is smaller than any that p could hold against it.
//
// Notes
// - The labels are those of the thesis's text and proofs; our copy of the figure counts one more from 72 on.
// - The chosen ticket is kept in a local, and 66 reads Ticket[p] once; the figure reads it again and again.
// - The doorway is 66..67, as the thesis has it.
// - Fences: 66 before the looks of 67, 68 before those of 72.
// - abort, recover: Want[p] is all that others go by, and Ticket[p] only ever grows: what p left in it is an old ticket
//   for 66 like any other.
#pragma once

#include <string_view>

#include "doorway/core/process_set.hpp"
#include "doorway/core/registers.hpp"
#include "doorway/core/sections.hpp"
#include "doorway/core/tickets.hpp"

namespace doorway {

template <class Memory>
class k_bakery {
 public:
  static constexpr std::string_view name = "k-bakery";
  static constexpr problem solves = problem::k_exclusion;
  static constexpr bool withdraws = true;
  using passage = nothing;

  constexpr k_bakery(Memory& memory, const parameters& size)
      : n_(size.n),
        k_(size.k),
        Want(memory, {.name = "Want",
                      .rows = n_,
                      .columns = n_,
                      .initial = infinity,
                      .home = home::column,
                      .writer = writer::row}),
        Ticket(memory, {.name = "Ticket", .rows = n_, .home = home::row, .writer = writer::row}) {}

  template <class Here>
  constexpr bool enter(Here& here) const {
    const auto p = here.id();
    Want.announce_row_to_others(p, Ticket.read(p));  // 66
    const word ticket = 1 + Ticket.max();            // 67
    Ticket.write(p, ticket);
    here.end_of_doorway();
    Want.announce_row_to_others(p, ticket);                   // 68
    auto predecessor_set = process_set::everyone_but(p, n_);  // 69
    return here.await([&] {                                   // 70
      if (predecessor_set.size() < k_) return true;
      for (auto i : predecessor_set)                                                // 71
        if (precedes({ticket, p}, {Want.read(i, p), i})) predecessor_set.erase(i);  // 72
      return predecessor_set.size() < k_;
    });
  }

  template <class Here>
  constexpr void exit(Here& here) const {
    Want.write_row(here.id(), infinity);  // 74
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
  process_id n_, k_;
  registers<Memory> Want, Ticket;
};

}  // namespace doorway
