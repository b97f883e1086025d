// bakery: mutual exclusion, FCFS, waits on remote registers, 2N registers.
//
// L. Lamport, "A New Solution of Dijkstra's Concurrent Programming Problem", CACM 17(8), 1974, as R. Danek gives it in
// "Local-Spin Algorithms for Variants of Mutual Exclusion Using Read and Write Operations", PhD thesis, University of
// Toronto, 2011: section 5.1, Figure 5.1. Safe registers are enough.
//
//     shared  Doorway[1..N] boolean, all false          p is choosing
//             Ticket[1..N]  in N, all 0                 0: p does not want to enter
//
//     48  Doorway[p] := true
//     49  Ticket[p] := 1 + max(Ticket[1..N])
//     50  Doorway[p] := false
//     51  for i := 1 to N:
//     52      await not Doorway[i]
//     53      await Ticket[i] = 0 or (Ticket[p], p) <= (Ticket[i], i)
//     54  critical section
//     55  Ticket[p] := 0
//
// Why 52: while i is choosing, a ticket that it has read the maximum for but not yet written may come out smaller than
// p's. After 52, i has either written it, or chooses only now and has seen p's.
//
// Notes
// - The chosen ticket is kept in a local; the figure reads its own Ticket[p] again at 53.
// - 51 skips i = p, for which 52 and 53 are true at once.
// - 53 reads Ticket[i] once for both of its tests.
// - The doorway is 48..50.
// - Fences: 48 before the looks of 49, 50 (and with it Ticket[p]) before those of 52 and 53.
// - abort: a process that waits is behind 50, so only Ticket[p] is left to withdraw, as at 55.
// - recover: p may have died with Doorway[p] true, or in the middle of a write, which leaves that register unreadable
//   until it is written again. Ticket[p] goes first: until Doorway[p] is false nobody goes by what it held.
#pragma once

#include <string_view>

#include "doorway/core/registers.hpp"
#include "doorway/core/sections.hpp"
#include "doorway/core/tickets.hpp"

namespace doorway {

template <class Memory>
class bakery {
 public:
  static constexpr std::string_view name = "bakery";
  static constexpr problem solves = problem::mutual_exclusion;
  static constexpr bool withdraws = true;
  using passage = nothing;

  constexpr bakery(Memory& memory, const parameters& size)
      : n_(size.n),
        Doorway(memory,
                {.name = "Doorway", .rows = n_, .domain = 2, .writer = writer::row, .strength = strength::safe}),
        Ticket(memory, {.name = "Ticket", .rows = n_, .writer = writer::row, .strength = strength::safe}) {}

  template <class Here>
  constexpr bool enter(Here& here) const {
    const auto p = here.id();
    Doorway.announce(p, true);             // 48
    const word ticket = 1 + Ticket.max();  // 49
    Ticket.write(p, ticket);
    Doorway.announce(p, false);  // 50
    here.end_of_doorway();
    for (process_id i = 0; i < n_; ++i) {  // 51
      if (i == p) continue;
      if (!here.await([&] { return Doorway.read(i) == false; })) return false;  // 52
      if (!here.await([&] {                                                     // 53
            const word other = Ticket.read(i);
            return other == 0 || precedes({ticket, p}, {other, i});
          }))
        return false;
    }
    return true;
  }

  template <class Here>
  constexpr void exit(Here& here) const {
    Ticket.write(here.id(), 0);  // 55
  }
  template <class Here>
  constexpr void abort(Here& here) const {
    exit(here);
  }
  template <class Here>
  constexpr void recover(Here& here) const {
    Ticket.write(here.id(), 0);
    Doorway.write(here.id(), false);
  }

 protected:
  process_id n_;
  registers<Memory> Doorway, Ticket;
};

}  // namespace doorway
