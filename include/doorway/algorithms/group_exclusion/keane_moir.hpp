// keane-moir: group mutual exclusion under a lock, local-spin in CC and DSM, neither concurrent entering nor bounded exit.
//
// P. Keane, M. Moir, "A Simple Local-Spin Group Mutual Exclusion Algorithm", PODC 1999, as it is known from others' accounts
// of it; here over the lock of Yang and Anderson (algorithms/blocks/tree_lock.hpp). It is a row of Table 1 of Y. He,
// K. Gopalakrishnan, E. Gafni, "Group mutual exclusion in linear time and space", TCS 2017. Atomic registers.
//
//     shared  L                                         a lock
//             Session, Num                              the session that is inside, and how many are
//             Q, Size                                   a queue of (process, session)
//             Wait[0..N-1] boolean, Wait[i] at home with i
//
//      1  L.enter
//      2  if Num = 0 or (Session = s and Q is empty):
//      3      Session := s; Num := Num + 1
//      4      L.exit
//         else:
//      5      Wait[i] := true; put (i, s) at the end of Q
//      6      L.exit
//      7      await not Wait[i]
//         critical section
//      8  L.enter
//      9  Num := Num - 1
//     10  if Num = 0 and Q is not empty:
//     11      Session := the session at the head of Q
//     12      for every (j, Session) in Q: take it out; Num := Num + 1; Wait[j] := false
//     13  L.exit
//
// Notes
// - Fences: every write is an announce; which of them need not be has not been asked (docs/fences.md).
// - The lines are numbered by us. There is no doorway, and neither abort nor recover: to leave Q takes L.
// - Q is an array, and 12 closes the gaps.
// - Leaving waits for L at 8.
#pragma once

#include <string_view>

#include "doorway/algorithms/blocks/inner.hpp"
#include "doorway/algorithms/blocks/tree_lock.hpp"
#include "doorway/core/registers.hpp"
#include "doorway/core/sections.hpp"

namespace doorway {

template <class Memory>
class keane_moir {
 public:
  static constexpr std::string_view name = "keane-moir";
  static constexpr problem solves = problem::group_exclusion;
  using passage = nothing;
  static constexpr word largest_session = (word{1} << 20U) - 1;

  constexpr keane_moir(Memory& memory, const parameters& size)
      : n_(size.n),
        Session(memory, {.name = "Session", .domain = sessions(size, 1), .writer = writer::anyone}),
        Num(memory, {.name = "Num", .domain = word{n_} + 1, .writer = writer::anyone}),
        Q(memory, {.name = "Q", .rows = n_, .domain = sessions(size, n_), .writer = writer::anyone}),
        Size(memory, {.name = "Size", .domain = word{n_} + 1, .writer = writer::anyone}),
        Wait(memory, {.name = "Wait", .rows = n_, .domain = 2, .home = home::row, .writer = writer::anyone}),
        L(memory, size) {}

  template <class Here>
  constexpr bool enter(Here& here, word mysession) const {
    const auto i = here.id();
    if (!L.enter(here)) return false;  // 1
    const word num = Num.read(0);
    if (num == 0 || (Session.read(0) == mysession && Size.read(0) == 0)) {  // 2
      Session.announce(0, mysession);                                       // 3
      Num.announce(0, num + 1);
      L.exit(here);  // 4
      return true;
    }
    Wait.announce(i, true);  // 5
    const word size = Size.read(0);
    Q.announce(static_cast<process_id>(size), mysession * n_ + i);
    Size.announce(0, size + 1);
    L.exit(here);                                              // 6
    return here.await([&] { return Wait.read(i) == false; });  // 7
  }

  template <class Here>
  constexpr void exit(Here& here) const {
    L.enter(here);  // 8
    const word num = Num.read(0) - 1;
    Num.announce(0, num);  // 9
    if (num == 0) admit();
    L.exit(here);  // 13
  }

 protected:
  static constexpr word sessions(const parameters& size, word times) {
    return size.sessions == 0 ? unbounded : (size.sessions + 1) * times;
  }

  constexpr void admit() const {
    const auto size = static_cast<process_id>(Size.read(0));  // 10
    if (size == 0) return;
    const word session = Q.read(0) / n_;  // 11
    Session.announce(0, session);
    process_id kept = 0;
    for (process_id at = 0; at < size; ++at) {  // 12
      const word one = Q.read(at);
      if (one / n_ != session) {
        Q.announce(kept++, one);
        continue;
      }
      Wait.announce(static_cast<process_id>(one % n_), false);
    }
    Num.announce(0, size - kept);
    Size.announce(0, kept);
  }

  process_id n_;
  registers<Memory> Session, Num, Q, Size, Wait;
  tree_lock<Memory> L;
};

}  // namespace doorway
