// tree-lock: mutual exclusion, every process gets in, O(log N) RMRs in CC and DSM.
//
// J.-H. Yang, J. H. Anderson, "A Fast, Scalable Mutual Exclusion Algorithm", Distributed Computing 9, 1995: a binary tree
// of two-process locks (two_process_locks.hpp). R. Danek's thesis uses it as one of the auxiliary locks of chapter 3.
//
//     for l := 0 to L-1:    enter(v(p, l), s(p, l))     v(p, l): p's node at level l, s(p, l): the side p comes from
//     critical section
//     for l := L-1 to 0:    exit(v(p, l), s(p, l))
//
// The way to the root is fixed, so a box for each level is enough.
//
// Notes
// - No doorway: who comes first at the leaf may be overtaken on the way, if only once at each node.
// - Neither abort nor recover: abortable_tree_lock.hpp.
#pragma once

#include <string_view>

#include "doorway/algorithms/blocks/binary_tree.hpp"
#include "doorway/algorithms/blocks/two_process_locks.hpp"
#include "doorway/core/sections.hpp"

namespace doorway {

template <class Memory>
class tree_lock {
 public:
  static constexpr std::string_view name = "tree-lock";
  static constexpr problem solves = problem::mutual_exclusion;
  using passage = nothing;
  using names = typename two_process_locks<Memory>::names;

  constexpr tree_lock(Memory& memory, const parameters& size, const names& called = {})
      : tree(size.n), locks(memory, size.n, tree.size(), tree.levels(), called) {}

  template <class Here>
  constexpr bool enter(Here& here) const {
    for (process_id l = 0; l < tree.levels(); ++l)
      if (!locks.enter(here, seat(here.id(), l))) return false;
    return true;
  }
  template <class Here>
  constexpr void exit(Here& here) const {
    for (process_id l = tree.levels(); l-- > 0;) locks.exit(here.id(), seat(here.id(), l));
  }

 protected:
  [[nodiscard]] constexpr typename two_process_locks<Memory>::seat seat(process_id p, process_id l) const {
    return {.node = tree.node(p, l), .side = binary_tree::side(p, l), .box = l};
  }

  binary_tree tree;
  two_process_locks<Memory> locks;
};

}  // namespace doorway
