// abortable-tree-lock: mutual exclusion whose waiters may give up, O(log N) RMRs in CC and DSM.
//
// The tree of Yang and Anderson (tree_lock.hpp); giving up is leaving early. It has the interface and the RMRs of Lee's
// abortable lock, which R. Danek's thesis plugs into Figure 4.1 and whose text we do not have: the construction is ours.
//
//     shared  Level[0..N-1] in 0..L, all 0, at home with p    so many nodes p has begun to enter
//
//         for l := 0 to L-1:
//     a       Level[p] := l+1
//             enter(v(p, l), s(p, l))                   abort points: its two awaits
//         critical section
//         exit, abort:
//     b   for l := Level[p]-1 down to 0:
//             exit(v(p, l), s(p, l))
//     c       Level[p] := l
//
// Why it is sound to leave a node at an await: 9-11 make p absent there, as if it had been in. A needless P[r] := 2 is on
// its way only while C[v][s] = none, and p keeps that side (it holds the nodes below) until it has landed. If it lands
// after r's line 3, a rival must come to v after that, writes T[v], and r goes by T[v], not by its box.
//
// Notes
// - The letters are ours. Level is for recover: without it nobody can tell whether p died before its line 1 at a node
//   or after 9. It costs no RMR in DSM.
// - recover: as b, with two_process_locks::recover for exit. A process that gives up has written T[v] and told its rival at
//   6; one that died may have done neither. An exit that was interrupted is made again.
#pragma once

#include <string_view>

#include "doorway/algorithms/blocks/tree_lock.hpp"

namespace doorway {

template <class Memory>
class abortable_tree_lock : protected tree_lock<Memory> {
  using base = tree_lock<Memory>;

 public:
  static constexpr std::string_view name = "abortable-tree-lock";
  using base::solves;
  static constexpr bool withdraws = true;
  using typename base::passage;

  constexpr abortable_tree_lock(Memory& memory, const parameters& size)
      : base(memory, size),
        Level(memory, {.name = "Level",
                       .rows = size.n,
                       .domain = word{this->tree.levels()} + 1,
                       .home = home::row,
                       .writer = writer::row}) {}

  template <class Here>
  constexpr bool enter(Here& here) const {
    for (process_id l = 0; l < this->tree.levels(); ++l) {
      Level.write(here.id(), l + 1);  // a
      if (!this->locks.enter(here, this->seat(here.id(), l))) return false;
    }
    return true;
  }
  template <class Here>
  constexpr void exit(Here& here) const {
    const auto p = here.id();
    for (auto l = static_cast<process_id>(Level.read(p)); l-- > 0;) {  // b
      this->locks.exit(p, this->seat(p, l));
      Level.write(p, l);  // c
    }
  }
  template <class Here>
  constexpr void abort(Here& here) const {
    exit(here);
  }
  template <class Here>
  constexpr void recover(Here& here) const {
    const auto p = here.id();
    for (auto l = static_cast<process_id>(Level.read(p)); l-- > 0;) {
      this->locks.recover(this->seat(p, l));
      Level.write(p, l);
    }
  }

 protected:
  registers<Memory> Level;
};

}  // namespace doorway
