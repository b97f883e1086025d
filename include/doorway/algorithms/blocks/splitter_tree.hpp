// A tree of splitters that can be used again and again: everybody gets a node of its own, near the root if few are about.
//
// After Y.-J. Kim, J. H. Anderson, "A Time Complexity Bound for Adaptive Mutual Exclusion" (DISC 2001) and "Adaptive mutual
// exclusion with local spinning": recollected, parts derived again by us. Atomic registers.
//
//     acquire    goes down from the root: at each node the process stops (the node is its own), or goes left or right; it
//                may fall off at the bottom. With c processes about at once it goes at most c-1 down.
//     release    gives back what it passed. Runs in mutual exclusion; a holder's node is free again only after let_go.
//
//     shared  X[v]          a process                   the last to come
//             Y[v]          (open, round)               may one come in, and in which round
//             Reset[v]      (open, round)               the round that is on, as those who release see it
//             Round[v][r]   boolean, all false          somebody claims v in round r
//             Acq[v]        boolean, all false          somebody holds v
//             Obst[p]       a node or none, all none    the last node that p has closed
//
//     acquire, at node v:
//     1  X[v] := p
//     2  y := Y[v]; if not y.open: go right
//     3  Y[v] := (closed, 0)
//     4  Obst[p] := v
//     5  if X[v] != p: go left
//     6  if Acq[v]: go left
//     7  Round[v][y.round] := true
//     8  if Reset[v] != y: Round[v][y.round] := false; go left
//     9  Acq[v] := true: stop
//
//     release, deepest node first, those where it went right left out:
//     10 Y[v] := (closed, 0)
//     11 X[v] := p
//     12 r := Reset[v].round
//     13 Obst[p] := none
//     14 Reset[v] := (closed, r)
//     15 if (it stopped here or not Round[v][r]) and Obst[r] != v:
//     16     Reset[v] := (open, r+1); Y[v] := (open, r+1)     modulo N, in this order
//     17 if it stopped here: Round[v][r] := false; let go: Acq[v] := false
//
// Why 11: one who has read Y[v] open before 10, and is about to test X[v] at 5, must not pass: the round is over.
// Why Obst: rounds are counted modulo N. Before a round r comes back, process r must not still be about to claim it; it
// has passed 4, so it is seen at 15, once in N rounds.
//
// Within a round at most one passes 5 (the splitter), and 7-8 against 14-15 sees to those of an old round.
//
// Fences: every write is an announce; which of them need not be has not been asked (docs/fences.md).
#pragma once

#include <cstdint>

#include "doorway/algorithms/blocks/binary_tree.hpp"
#include "doorway/core/registers.hpp"

namespace doorway {

template <class Memory>
class splitter_tree {
 public:
  enum class way : std::uint8_t { stop, left, right };
  // Where a descent ended: the last node, and what happened there. The way down to it follows.
  struct path {
    process_id last = 0;
    way how = way::stop;
    [[nodiscard]] constexpr bool stopped() const { return how == way::stop; }
  };

  // Of depth `depth`: 2^(depth+1) - 1 nodes, the root is 0, the sons of v are 2v+1 and 2v+2.
  constexpr splitter_tree(Memory& memory, process_id n, process_id depth)
      : n_(n),
        nodes_((process_id{2} << depth) - 1),
        X(memory, {.name = "X", .rows = nodes_, .domain = n, .writer = writer::anyone}),
        Y(memory, {.name = "Y", .rows = nodes_, .initial = open(0), .domain = 2 * word{n}, .writer = writer::anyone}),
        Reset(memory,
              {.name = "Reset", .rows = nodes_, .initial = open(0), .domain = 2 * word{n}, .writer = writer::anyone}),
        Round(memory, {.name = "Round", .rows = nodes_, .columns = n, .domain = 2, .writer = writer::anyone}),
        Acq(memory, {.name = "Acq", .rows = nodes_, .domain = 2, .writer = writer::anyone}),
        Obst(memory, {.name = "Obst", .rows = n, .domain = word{nodes_} + 1, .writer = writer::row}) {}

  [[nodiscard]] constexpr process_id size() const { return nodes_; }

  [[nodiscard]] constexpr path acquire(process_id p) const {
    for (process_id v = binary_tree::root;;) {
      const way how = split(p, v);
      const process_id next = how == way::left ? binary_tree::left(v) : binary_tree::right(v);
      if (how == way::stop || next >= nodes_) return {v, how};
      v = next;
    }
  }

  // All of it but let_go.
  constexpr void release(process_id p, const path& gone) const {
    way how = gone.how;
    for (process_id v = gone.last;; v = binary_tree::father(v)) {
      if (how != way::right) renew(p, v, how == way::stop);
      if (v == binary_tree::root) return;
      how = v == binary_tree::left(binary_tree::father(v)) ? way::left : way::right;
    }
  }
  constexpr void let_go(const path& gone) const {
    if (gone.stopped()) Acq.announce(gone.last, false);
  }

 protected:
  static constexpr word open(word round) { return 2 * round + 1; }
  static constexpr word closed(word round) { return 2 * round; }
  static constexpr bool is_open(word state) { return (state & 1U) != 0; }
  static constexpr process_id round(word state) { return static_cast<process_id>(state / 2); }

  [[nodiscard]] constexpr way split(process_id p, process_id v) const {
    X.announce(v, p);          // 1
    const word y = Y.read(v);  // 2
    if (!is_open(y)) return way::right;
    Y.announce(v, closed(0));                // 3
    Obst.announce(p, word{v} + 1);           // 4
    if (X.read(v) != p) return way::left;    // 5
    if (Acq.read(v) != 0) return way::left;  // 6
    Round.announce(v, round(y), true);       // 7
    if (Reset.read(v) != y) {                // 8
      Round.announce(v, round(y), false);
      return way::left;
    }
    Acq.announce(v, true);  // 9
    return way::stop;
  }

  constexpr void renew(process_id p, process_id v, bool stopped) const {
    Y.announce(v, closed(0));                                                 // 10
    X.announce(v, p);                                                         // 11
    const process_id r = round(Reset.read(v));                                // 12
    Obst.announce(p, 0);                                                      // 13
    Reset.announce(v, closed(r));                                             // 14
    if ((stopped || Round.read(v, r) == 0) && Obst.read(r) != word{v} + 1) {  // 15
      const word next = open((r + 1) % n_);                                   // 16
      Reset.announce(v, next);
      Y.announce(v, next);
    }
    if (stopped) Round.announce(v, r, false);  // 17
  }

  process_id n_, nodes_;
  registers<Memory> X, Y, Reset, Round, Acq, Obst;
};

}  // namespace doorway
