// Tree locks with one thing wrong.
#pragma once

#include "doorway/algorithms/blocks/abortable_tree_lock.hpp"
#include "doorway/algorithms/blocks/adaptive_tree_lock.hpp"

namespace doorway::wrong {

// Says that it came last (2) before it says that it is there (1). Exclusion fails.
template <class Memory>
class tree_lock_swapped : public tree_lock<Memory> {
  // Opens what the nodes keep to themselves.
  struct nodes : two_process_locks<Memory> {
    explicit nodes(const two_process_locks<Memory>& of) : two_process_locks<Memory>(of) {}
    using two_process_locks<Memory>::C, two_process_locks<Memory>::T, two_process_locks<Memory>::P;
  };

 public:
  using tree_lock<Memory>::tree_lock;

  template <class Here>
  bool enter(Here& here) const {
    const nodes at(this->locks);
    const auto p = here.id();
    for (process_id l = 0; l < this->tree.levels(); ++l) {
      const auto seat = this->seat(p, l);
      at.T.write(seat.node, p);
      at.C.write(seat.node, seat.side, word{p} + 1);
      at.P.write(p, seat.box, 0);
      const word rival = at.C.read(seat.node, 1 - seat.side);
      if (rival == 0 || at.T.read(seat.node) != p) continue;
      const auto r = static_cast<process_id>(rival - 1);
      if (at.P.read(r, seat.box) == 0) at.P.write(r, seat.box, 1);
      if (!here.await([&] { return at.P.read(p, seat.box) >= 1; })) return false;
      if (at.T.read(seat.node) == p && !here.await([&] { return at.P.read(p, seat.box) == 2; })) return false;
    }
    return true;
  }
};

// A process that gives up leaves the highest node only. Deadlock: the others wait for it below.
template <class Memory>
class abortable_tree_lock_half_abort : public abortable_tree_lock<Memory> {
 public:
  using abortable_tree_lock<Memory>::abortable_tree_lock;

  template <class Here>
  void abort(Here& here) const {
    const auto p = here.id();
    const auto l = static_cast<process_id>(this->Level.read(p));
    if (l == 0) return;
    this->locks.exit(p, this->seat(p, l - 1));
    this->Level.write(p, 0);
  }
};

// Is recovered by its exit protocol. Deadlock: who died before 6 has not told its rival, and T[v] does not name it. Exclusion
// fails too, with three: who died before 2 lets in whomever T[v] named in the beginning.
template <class Memory>
class abortable_tree_lock_plain_recover : public abortable_tree_lock<Memory> {
 public:
  using abortable_tree_lock<Memory>::abortable_tree_lock;

  template <class Here>
  void recover(Here& here) const {
    this->exit(here);
  }
};

// Lets go of its node before it has left the locks above it: the next to stop there meets it on its side. Exclusion fails.
template <class Memory>
class adaptive_tree_lock_lets_go_first : public adaptive_tree_lock<Memory> {
 public:
  using adaptive_tree_lock<Memory>::adaptive_tree_lock;

  template <class Here>
  void exit(Here& here) const {
    this->Splitters.let_go(here.passage);
    adaptive_tree_lock<Memory>::exit(here);
  }
};

// Lets go of its node before it leaves the locks (f before e): the next to stop there takes the same side of the same locks, and the
// one that leaves wipes out its name there. A process that comes from another side finds nobody. Exclusion fails.
template <class Memory>
class adaptive_tree_lock_lets_go_early : public adaptive_tree_lock<Memory> {
 public:
  using adaptive_tree_lock<Memory>::adaptive_tree_lock;

  template <class Here>
  void exit(Here& here) const {
    const auto p = here.id();
    const auto& gone = here.passage;
    this->Splitters.release(p, gone);                           // d
    this->Splitters.let_go(gone);                               // f
    this->Locks.exit(p, this->seat_f(gone.stopped() ? 0 : 1));  // e
    if (!gone.stopped()) return this->REST.exit(here);
    for (process_id v = binary_tree::root; v != gone.last;) {
      this->Locks.exit(p, this->seat_b(v, 1));
      v = this->towards(gone.last, v);
      this->Locks.exit(p, this->seat_a(v));
    }
    this->Locks.exit(p, this->seat_b(gone.last, 0));
  }
};

}  // namespace doorway::wrong
