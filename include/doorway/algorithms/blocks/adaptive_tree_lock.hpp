// adaptive-tree-lock: mutual exclusion, every process gets in, O(min(c, log N)) RMRs in CC and DSM, c about at once.
//
// After Y.-J. Kim, J. H. Anderson, "A Time Complexity Bound for Adaptive Mutual Exclusion" (DISC 2001) and "Adaptive mutual
// exclusion with local spinning": recollected, parts derived again by us. Atomic registers. R. Danek's thesis (University of
// Toronto, 2011) uses it as the auxiliary lock of Figure 3.1.
//
// A process gets a node of a tree of splitters (splitter_tree.hpp), near the root if few are about, and fights its way up
// from there through two-process locks (two_process_locks.hpp). Who falls off takes a tree lock, REST.
//
//     A[v]    between those who come from the left son (side 0) and from the right son (side 1) of v
//     B[v]    between who holds v (side 0) and who has won A[v] (side 1)
//     F       between who has won B[root] (side 0) and who has REST (side 1)
//
//     enter:
//     a   acquire
//     b   if it stopped at v: B[v], side 0;  while v is not the root: A[father], B[father] side 1; v := father;  F, side 0
//     c   else: REST;  F, side 1
//     exit:
//     d   release, all but letting go
//     e   leave what was entered, last first
//     f   let go
//
// Why f comes last: as long as p is on side 0 of B[v], nobody else may stop at v. d runs in mutual exclusion because it comes
// before e.
//
// Notes
// - The way up changes from passage to passage, so each two-process lock has its own boxes.
// - Neither abort nor recover: release needs mutual exclusion.
#pragma once

#include <string_view>

#include "doorway/algorithms/blocks/splitter_tree.hpp"
#include "doorway/algorithms/blocks/tree_lock.hpp"

namespace doorway {

template <class Memory>
class adaptive_tree_lock {
  using seat = typename two_process_locks<Memory>::seat;

 public:
  static constexpr std::string_view name = "adaptive-tree-lock";
  static constexpr problem solves = problem::mutual_exclusion;
  using passage = typename splitter_tree<Memory>::path;

  constexpr adaptive_tree_lock(Memory& memory, const parameters& size)
      : adaptive_tree_lock(memory, size, binary_tree(size.n).levels()) {}
  // depth: of the tree of splitters; the usual one is the depth of the tree lock.
  constexpr adaptive_tree_lock(Memory& memory, const parameters& size, process_id depth)
      : Splitters(memory, size.n, depth),
        Locks(memory, size.n, locks(), locks()),
        REST(memory, size, {.C = "RestC", .T = "RestT", .P = "RestP"}) {}

  template <class Here>
  constexpr bool enter(Here& here) const {
    auto& gone = here.passage;
    gone = Splitters.acquire(here.id());                                           // a
    if (!gone.stopped()) return REST.enter(here) && Locks.enter(here, seat_f(1));  // c
    if (!Locks.enter(here, seat_b(gone.last, 0))) return false;                    // b
    for (process_id v = gone.last; v != binary_tree::root; v = binary_tree::father(v))
      if (!Locks.enter(here, seat_a(v)) || !Locks.enter(here, seat_b(binary_tree::father(v), 1))) return false;
    return Locks.enter(here, seat_f(0));
  }

  template <class Here>
  constexpr void exit(Here& here) const {
    const auto p = here.id();
    const auto& gone = here.passage;
    Splitters.release(p, gone);                     // d
    Locks.exit(p, seat_f(gone.stopped() ? 0 : 1));  // e
    if (!gone.stopped()) return REST.exit(here);
    for (process_id v = binary_tree::root; v != gone.last;) {
      Locks.exit(p, seat_b(v, 1));
      v = towards(gone.last, v);
      Locks.exit(p, seat_a(v));
    }
    Locks.exit(p, seat_b(gone.last, 0));
    Splitters.let_go(gone);  // f
  }

 protected:
  // The son of v on the way down to w.
  static constexpr process_id towards(process_id w, process_id v) {
    while (binary_tree::father(w) != v) w = binary_tree::father(w);
    return w;
  }
  // Which two-process lock is which: F, then B of every node, then A of every node that has sons.
  [[nodiscard]] constexpr process_id locks() const { return 1 + Splitters.size() + Splitters.size() / 2; }
  static constexpr seat of(process_id lock, process_id side) { return {.node = lock, .side = side, .box = lock}; }
  static constexpr seat seat_f(process_id side) { return of(0, side); }
  static constexpr seat seat_b(process_id v, process_id side) { return of(1 + v, side); }
  // Coming from the son v.
  [[nodiscard]] constexpr seat seat_a(process_id v) const {
    return of(1 + Splitters.size() + binary_tree::father(v), v == binary_tree::left(binary_tree::father(v)) ? 0 : 1);
  }

  splitter_tree<Memory> Splitters;
  two_process_locks<Memory> Locks;
  tree_lock<Memory> REST;
};

}  // namespace doorway
