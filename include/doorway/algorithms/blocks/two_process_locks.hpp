// Two-process locks: the nodes of all tree locks here.
//
// J.-H. Yang, J. H. Anderson, "A Fast, Scalable Mutual Exclusion Algorithm", Distributed Computing 9, 1995: the algorithm
// for two processes. Each node v has two sides; any process may use a side, one at a time.
//
//     shared  C[v][0..1] a process or none, all none    who is on that side
//             T[v]       a process                      the last to come: it waits
//             P[p][b]    in {0, 1, 2}, at home with p   box b of p: 1 the rival has seen p, 2 p may go on
//
//     enter(v, s), with box b:
//     1  C[v][s] := p
//     2  T[v] := p
//     3  P[p][b] := 0
//     4  r := C[v][1-s]; if r = none: in
//     5  if T[v] != p: in
//     6  if P[r][b] = 0: P[r][b] := 1
//     7  await P[p][b] >= 1
//     8  if T[v] = p: await P[p][b] = 2
//
//     exit(v, s):
//     9  C[v][s] := none
//    10  r := T[v]
//    11  if r != p: P[r][b] := 2
//
// Why 7: until then r may not have written T[v], and T[v] = p does not say who came last.
//
// A process spins on its own boxes only: O(1) RMRs in CC and in DSM.
//
// Notes
// - The lines are numbered by us.
// - Fences: 3 (and with it 1 and 2) before the looks of 4 and 5, 9 before that of 10; recovery, which is 9 to 11, likewise.
// - A process uses one box at one node at a time. In a tree where each process has one fixed way to the root, a box for
//   each level is enough. Where the way changes, each node needs its own: else a late 11 at an old node, which finds
//   the box in use at a new one, lets p in there.
// - exit may be called after any part of enter, or of exit, as long as the side is p's alone: 9 makes p absent, and a
//   needless 2 at 11 finds the rival where it does not wait for p: its own 3 comes after, or it has seen no rival.
#pragma once

#include <string_view>

#include "doorway/core/registers.hpp"

namespace doorway {

template <class Memory>
class two_process_locks {
 public:
  struct names {
    std::string_view C = "C", T = "T", P = "P";
  };
  // One side of a node, and the box with which p waits there.
  struct seat {
    process_id node = 0;
    process_id side = 0;
    process_id box = 0;
  };

  constexpr two_process_locks(Memory& memory, process_id n, process_id nodes, process_id boxes,
                              const names& called = {})
      : C(memory, {.name = called.C, .rows = nodes, .columns = 2, .domain = word{n} + 1, .writer = writer::anyone}),
        T(memory, {.name = called.T, .rows = nodes, .domain = n, .writer = writer::anyone}),
        P(memory, {.name = called.P,
                   .rows = nodes == 0 ? 0 : n,
                   .columns = boxes,
                   .domain = 3,
                   .home = home::row,
                   .writer = writer::anyone}) {}

  template <class Here>
  constexpr bool enter(Here& here, const seat& at) const {
    const auto p = here.id();
    C.write(at.node, at.side, some(p));                                     // 1
    T.write(at.node, p);                                                    // 2
    P.announce(p, at.box, 0);                                               // 3
    const word rival = C.read(at.node, 1 - at.side);                        // 4
    if (rival == none) return true;                                         //
    if (T.read(at.node) != p) return true;                                  // 5
    const auto r = static_cast<process_id>(rival - 1);                      //
    if (P.read(r, at.box) == 0) P.write(r, at.box, 1);                      // 6
    if (!here.await([&] { return P.read(p, at.box) >= 1; })) return false;  // 7
    if (T.read(at.node) != p) return true;                                  // 8
    return here.await([&] { return P.read(p, at.box) == 2; });
  }

  constexpr void exit(process_id p, const seat& at) const {
    C.announce(at.node, at.side, none);                       // 9
    const auto r = static_cast<process_id>(T.read(at.node));  // 10
    if (r != p) P.write(r, at.box, 2);                        // 11
  }

  // exit, by somebody else, for p that died anywhere between its lines 1 and 11. It cannot go by T[v]: p may have died before
  // 2, when T[v] names anybody, or before 6, when the rival waits at 7 though T[v] = p. So it lets the rival go on.
  constexpr void recover(const seat& at) const {
    C.announce(at.node, at.side, none);
    const word rival = C.read(at.node, 1 - at.side);
    if (rival != none) P.write(static_cast<process_id>(rival - 1), at.box, 2);
  }

 protected:
  static constexpr word none = 0;
  static constexpr word some(process_id p) { return word{p} + 1; }

  registers<Memory> C, T, P;
};

}  // namespace doorway
