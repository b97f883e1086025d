// fcfs-queue: mutual exclusion, FCFS, O(log N) RMRs in CC and DSM.
//
// R. Danek, "Local-Spin Algorithms for Variants of Mutual Exclusion Using Read and Write Operations", PhD thesis,
// University of Toronto, 2011: chapter 3, Figure 3.1. Atomic registers. Its parts: the special set (algorithms/blocks/special_set.hpp),
// the ticket dispenser (algorithms/blocks/ticket_dispenser.hpp), a priority queue (algorithms/blocks/priority_queue.hpp) and an auxiliary lock
// without order (algorithms/blocks/tree_lock.hpp). With adaptive parts: adaptive_fcfs_queue.hpp.
//
//     shared  Set, Dispenser, Q, LOCK                   the parts
//             Head[1..N] boolean, Head[p] at home with p    p is the first in Q
//
//      3  Set.insert_self                               doorway
//      4  ticket := Dispenser.obtain_ticket             end of the doorway
//      5  LOCK.enter
//      6  Head[p] := false
//      7  q := Set.remove_self
//      8  if q != none:
//      9      Q.insert(q, dummy)                        q may have come before p: nobody passes until q has its place
//     10  Q.remove(p, dummy)
//     11  Q.insert(p, ticket)
//     12  q := Q.first
//     13  Head[q] := true
//     14  LOCK.exit
//     15  await Head[p]
//     16  LOCK.enter
//     17  critical section
//     18  Q.remove(p, ticket)
//     19  Dispenser.done_with_ticket
//     20  q := Q.first
//     21  if q != none:
//     22      Head[q] := true
//     23  LOCK.exit
//
// Why 16: LOCK could be taken after the critical section, but then leaving would not be bounded.
//
// Notes
// - Fences: every write is an announce; which of them need not be has not been asked (docs/fences.md).
// - The lines are those of the text and the proofs; in the printed figure a comment has pushed 9-23 down.
// - p is at most once in Q, so remove needs no ticket.
// - Neither abort nor recover: to leave Q takes LOCK, and a process that dies in 6-13 leaves Q in pieces.
#pragma once

#include <string_view>

#include "doorway/algorithms/blocks/inner.hpp"
#include "doorway/algorithms/blocks/priority_queue.hpp"
#include "doorway/algorithms/blocks/special_set.hpp"
#include "doorway/algorithms/blocks/ticket_dispenser.hpp"
#include "doorway/algorithms/blocks/tree_lock.hpp"
#include "doorway/core/registers.hpp"
#include "doorway/core/sections.hpp"

namespace doorway {

template <class Memory, template <class> class SpecialSet, template <class> class Lock>
class fcfs_queue_of {
 public:
  static constexpr problem solves = problem::mutual_exclusion;
  struct passage {
    process_id ticket = 0;
    [[no_unique_address]] typename Lock<Memory>::passage lock{};
  };

  constexpr fcfs_queue_of(Memory& memory, const parameters& size)
      : Set(memory, size.n),
        Dispenser(memory, size.n),
        Q(memory, size.n, word{Dispenser.size()} + 1),
        Head(memory, {.name = "Head", .rows = size.n, .domain = 2, .home = home::row, .writer = writer::anyone}),
        LOCK(memory, size) {}

  template <class Here>
  constexpr bool enter(Here& here) const {
    const auto p = here.id();
    typename SpecialSet<Memory>::stay stay{};
    Set.insert_self(p, stay);                             // 3
    const process_id ticket = Dispenser.obtain_ticket();  // 4
    here.passage.ticket = ticket;
    here.end_of_doorway();
    inner me(here, here.passage.lock);
    if (!LOCK.enter(me)) return false;  // 5
    Head.announce(p, false);            // 6
    queue_up(p, Set.remove_self(p, stay), ticket);
    LOCK.exit(me);                                                     // 14
    if (!here.await([&] { return Head.read(p) != 0; })) return false;  // 15
    return LOCK.enter(me);                                             // 16
  }

  template <class Here>
  constexpr void exit(Here& here) const {
    Q.remove(here.id(), order());                        // 18
    Dispenser.done_with_ticket(here.passage.ticket);     // 19
    if (const word q = Q.first(); q != Q.none) head(q);  // 20-22
    inner me(here, here.passage.lock);
    LOCK.exit(me);  // 23
  }

 protected:
  constexpr void queue_up(process_id p, word other, process_id ticket) const {              // 7
    if (other != Set.none) Q.insert(static_cast<process_id>(other - 1), Q.dummy, order());  // 8-9
    Q.remove(p, order());                                                                   // 10
    Q.insert(p, word{ticket} + 1, order());                                                 // 11
    head(Q.first());                                                                        // 12-13
  }
  constexpr void head(word q) const { Head.announce(static_cast<process_id>(q - 1), true); }
  [[nodiscard]] constexpr auto order() const {
    return
        [this](word i, word j) { return Dispenser.precedes(static_cast<process_id>(i), static_cast<process_id>(j)); };
  }

  SpecialSet<Memory> Set;
  ticket_dispenser<Memory> Dispenser;
  priority_queue<Memory> Q;
  registers<Memory> Head;
  Lock<Memory> LOCK;
};

template <class Memory>
class fcfs_queue : public fcfs_queue_of<Memory, special_set, tree_lock> {
 public:
  static constexpr std::string_view name = "fcfs-queue";
  using fcfs_queue_of<Memory, special_set, tree_lock>::fcfs_queue_of;
};

}  // namespace doorway
