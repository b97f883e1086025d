// k-bakery-cc: k-exclusion, k-FCFS, O(N) RMRs in the CC model, O(N) registers.
//
// R. Danek, "Local-Spin Algorithms for Variants of Mutual Exclusion Using Read and Write Operations", PhD thesis,
// University of Toronto, 2011: section 5.5, Figure 5.4. Atomic registers.
//
//     shared  Want[1..N]   in N + {oo}, all oo          Want[p] = the ticket p wants to enter with, oo: p does not want
//             Ticket[1..N] in N, all 0                  the last ticket p chose; never reset
//
//     78  Want[p] := Ticket[p]                          doorway: announce with the old ticket, smaller than the new one
//     79  Ticket[p] := 1 + max(Ticket[1..N])
//     80  Want[p] := Ticket[p]
//     81  predecessors := all but p
//     82  while |predecessors| >= k:
//     83      for i in predecessors:
//     84          if (Ticket[p], p) < (Want[i], i): remove i
//     85  critical section
//     86  Want[p] := oo
//
// Why 78: without it, q that has chosen a smaller ticket but not announced it is taken for absent by p, and p for later
// by q. The old ticket is smaller than any that p could hold against it.
//
// Notes
// - The chosen ticket is kept in a local; the figure reads its own Ticket[p] again at 80 and 84.
// - The doorway is 78..79, as the thesis has it.
// - Fences: 78 before the looks of 79, 80 before those of 84.
#pragma once

#include <string_view>

#include "doorway/core/process_set.hpp"
#include "doorway/core/registers.hpp"
#include "doorway/core/sections.hpp"
#include "doorway/core/tickets.hpp"

namespace doorway {

template <class Memory>
class k_bakery_cc {
 public:
  static constexpr std::string_view name = "k-bakery-cc";
  static constexpr problem solves = problem::k_exclusion;
  static constexpr bool withdraws = true;
  static constexpr bool recovers = true;
  using passage = nothing;

  constexpr k_bakery_cc(Memory& memory, const parameters& size)
      : n_(size.n),
        k_(size.k),
        Want(memory, {.name = "Want", .rows = n_, .initial = infinity, .writer = writer::row}),
        Ticket(memory, {.name = "Ticket", .rows = n_, .writer = writer::row}) {}

  template <class Here>
  constexpr bool enter(Here& here) const {
    const auto p = here.id();
    Want.announce(p, Ticket.read(p));  // 78
    const word ticket = choose(here);
    auto predecessors = process_set::everyone_but(p, n_);  // 81
    return here.await([&] {                                // 82
      if (predecessors.size() < k_) return true;
      Want.erase_later(predecessors, ticket, p);  // 83, 84
      return predecessors.size() < k_;
    });
  }

  template <class Here>
  constexpr void exit(Here& here) const {
    Want.write(here.id(), infinity);  // 86
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
    const word ticket = 1 + Ticket.max();  // 79
    Ticket.write(p, ticket);
    here.end_of_doorway();
    Want.announce(p, ticket);  // 80
    return ticket;
  }

  process_id n_, k_;
  registers<Memory> Want, Ticket;
};

}  // namespace doorway
