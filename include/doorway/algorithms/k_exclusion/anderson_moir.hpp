// anderson-moir: k-exclusion with fetch-and-add, k-1 crashes, O(k log(n/k)) RMRs in CC. Needs more than reads and writes.
//
// J. H. Anderson, M. Moir, "Using local-spin k-exclusion algorithms to improve wait-free object implementations", Distributed
// Computing 11, 1997: the block for cache-coherent machines, and the tree of such blocks. It is a row of Table I of
// M. Zehavi's paper (bounded_fife.hpp). Atomic registers; X is changed by fetch-and-add.
//
// A block (j): of the at most j+1 processes that come to it, at most j are past it.
//
//     shared  X     0 .. j+1, 0                          how many are in the block
//             Q     a process                            who came last; a waiter waits until it is another
//
//      1  if fetch_and_add(X, 1) = j:                    p is one too many
//      2      Q := p
//      3      if X > j:
//      4          await Q != p
//         past the block
//      5  fetch_and_add(X, -1)
//      6  Q := p
//
// Blocks 2k-1, 2k-2, .., k, one after the other, let k of 2k processes through: that is a node of a binary tree, and to a
// node come the k processes of each of two sons. A leaf is k processes. All on the way from leaf to root is entered,
//         critical section
// and left again in the opposite order.
//
// Notes
// - Fences: every write is an announce; which of them need not be has not been asked (docs/fences.md).
// - The original was not at hand; block and tree are as others describe them, and the line numbers are ours. Its other
//   algorithms, a fast path in front of the tree and a block for DSM machines, are not here.
// - The paper's X counts how many more may come, from j down to -1. Ours counts how many have come: it begins with 0 in all
//   blocks, and is never negative.
// - With fewer than 2k processes the blocks 2k-1 .. n have nothing to do, and are left out.
// - No doorway: a process that comes first may be overtaken.
// - abort is 5 and 6 of the block that p waits in and of those behind it: 1 to 4 have left nothing else, and Q := p lets in
//   nobody for whom p does not make room, since p is still counted in the block before.
// - No recover: whether a crashed process had done 1 cannot be seen.
#pragma once

#include <algorithm>
#include <string_view>

#include "doorway/algorithms/blocks/binary_tree.hpp"
#include "doorway/core/registers.hpp"
#include "doorway/core/sections.hpp"

namespace doorway {

template <class Memory>
class anderson_moir {
 public:
  static constexpr std::string_view name = "anderson-moir";
  static constexpr problem solves = problem::k_exclusion;
  static constexpr bool withdraws = true;
  static constexpr bool needs_fetch_add = true;
  struct passage {
    process_id blocks = 0;  // on the way to the root that p is counted in
  };

  constexpr anderson_moir(Memory& memory, const parameters& size)
      : k_(size.k),
        meet_(std::min(2 * size.k, size.n)),
        tree(size.n / size.k + (size.n % size.k != 0 ? 1 : 0)),
        X(memory, {.name = "X",
                   .rows = tree.size(),
                   .columns = meet_ - k_,
                   .domain = word{meet_} + 1,
                   .writer = writer::anyone}),
        Q(memory,
          {.name = "Q", .rows = tree.size(), .columns = meet_ - k_, .domain = size.n, .writer = writer::anyone}) {}

  template <class Here>
  constexpr bool enter(Here& here) const {
    const auto p = here.id();
    for (process_id at = 0; at < all(); ++at) {
      const auto [node, block, j] = place(p, at);
      here.passage.blocks = at + 1;
      if (X.fetch_add(node, block, 1) != j) continue;                                                       // 1
      Q.announce(node, block, p);                                                                           // 2
      if (X.read(node, block) <= j) continue;                                                               // 3
      if (!here.await([&, node = node, block = block] { return Q.read(node, block) != p; })) return false;  // 4
    }
    return true;
  }

  template <class Here>
  constexpr void exit(Here& here) const {
    leave(here.id(), all());
  }
  template <class Here>
  constexpr void abort(Here& here) const {
    leave(here.id(), here.passage.blocks);
  }

 private:
  struct position {
    process_id node, block, j;
  };
  // The blocks on p's way to the root.
  [[nodiscard]] constexpr process_id all() const { return tree.levels() * (meet_ - k_); }
  [[nodiscard]] constexpr position place(process_id p, process_id at) const {
    const process_id block = at % (meet_ - k_);
    return {tree.node(p / k_, at / (meet_ - k_)), block, meet_ - 1 - block};
  }
  constexpr void leave(process_id p, process_id blocks) const {
    for (process_id at = blocks; at-- > 0;) {
      const auto [node, block, j] = place(p, at);
      X.fetch_add(node, block, ~word{0});  // 5
      Q.announce(node, block, p);          // 6
    }
  }

  process_id k_;
  process_id meet_;  // so many processes, at most, come to a node
  binary_tree tree;
  registers<Memory> X, Q;
};

}  // namespace doorway
