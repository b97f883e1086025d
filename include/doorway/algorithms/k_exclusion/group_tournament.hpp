// group-tournament: k-exclusion, every process gets in though up to k-1 crash, 2n-k registers, quick when few compete.
//
// M. Omori, K. Obokata, K. Motegi, Y. Igarashi, "Analysis of Some Lockout Avoidance Algorithms for the k-Exclusion
// Problem", 2002: section 5, procedures (n, k)-GTEX and gcheck_i(n, k, p, q), here for every n and k. Atomic registers.
//
//     tree    of groups, of depth D = floor(log2(n / (k+1))): the root is {0..n-1}, the sons of a group are its lower
//             half (the larger, if they differ) and its upper half; g(i, t) is the group at depth t that i is in
//     shared  turn(x, q)    in x, any                   group x, competition q: the last to join it
//             level(0..n-1) pairs (p, q), all (0, 0)    the competition that i has reached; ordered as pairs
//
//         for p := 0 to D:                              from the leaf to the root
//             x := g(i, D-p)
//             m := |x| if p = 0, else 2k                how many can come here
//             for q := 1 to m-k:
//     a           level(i) := (p, q)
//     b           turn(x, q) := i
//     c           await |{j in x, j != i: level(j) >= (p, q)}| <= m-q-1 or turn(x, q) != i
//         critical section
//     d   level(i) := (0, 0)
//
// The paper writes this down for n = 2^D 2k, where every m is 2k, and leaves the rest to the reader. For every n > k:
// - Leaves have k+1 .. 2k+2 processes (Lemma 5), so m-k >= 1 everywhere. n <= 2k+1 is one leaf, which is levels.hpp.
// - k-exclusion. Let i be a winner at (x, q) when it is past c there; and at (x, 0) when it may come to x: always if x
//   is a leaf, as a winner of the last competition of a son otherwise. At most m-q are winners at (x, q). q = 0: a leaf
//   has m processes; an inner group gets at most k from each son, since there q = m-k. From q-1 to q: Lemma 1 word by
//   word. It needs that only winners at (x, q-1) write turn(x, q), and that c counts every winner at (x, q), all of
//   which are in x and at level (p, q) or above. Processes outside x may be at any level; c does not count them.
// - k-lockout avoidance. Of all that wait for ever let i be one with the largest (p, q), at x. turn(x, q) = i from some
//   time on, so nobody joins (x, q) any more. Of those in x at (p, q) or above nobody but i waits for ever: at (x, q)
//   because turn(x, q) names i, above by the choice of i. They leave, up to k-1 that crashed; k-1 <= m-q-1: i goes on.
//
// Notes
// - The paper numbers no lines: the letters are ours. gcheck_i as printed reads turn(p, q) for turn(g(i, D-p), q), and
//   the range of level(i) as printed lacks its initial (0, 0).
// - A pair is one word, (k+3)p + q, for q <= k+2. turn is one array of n-k: the inner groups from the root down, k
//   each, then the leaves, |x|-k each.
// - There is no doorway. With n <= k nobody competes.
// - Fences: b (and with it a) before the looks of c.
// - abort: level(i) := (0, 0) from anywhere, as in levels.hpp. recover: the same.
#pragma once

#include <string_view>

#include "doorway/core/registers.hpp"
#include "doorway/core/sections.hpp"

namespace doorway {

template <class Memory>
class group_tournament {
 public:
  static constexpr std::string_view name = "group-tournament";
  static constexpr problem solves = problem::k_exclusion;
  static constexpr bool withdraws = true;
  using passage = nothing;

  constexpr group_tournament(Memory& memory, const parameters& size)
      : n_(size.n),
        k_(size.k),
        depth_(depth_of_tree(size.n, size.k)),
        turn(memory, {.name = "turn", .rows = n_ > k_ ? n_ - k_ : 0, .domain = n_, .writer = writer::anyone}),
        level(memory, {.name = "level", .rows = n_, .domain = highest_level() + 1, .writer = writer::row}) {}

  template <class Here>
  constexpr bool enter(Here& here) const {
    const auto i = here.id();
    for (process_id p = 0; p <= depth_; ++p) {
      const group x = group_of(i, depth_ - p);
      const process_id m = p == 0 ? x.size : 2 * k_;
      for (process_id q = 1; q + k_ <= m; ++q) {
        level.write(i, pair(p, q));        // a
        turn.announce(x.turn + q - 1, i);  // b
        if (!here.await([&] {              // c
              process_id count = 0;
              for (process_id j = x.first; j < x.first + x.size; ++j)
                if (j != i && level.read(j) >= pair(p, q)) ++count;
              return turn.read(x.turn + q - 1) != i || count <= m - q - 1;
            }))
          return false;
      }
    }
    return true;
  }

  template <class Here>
  constexpr void exit(Here& here) const {
    level.write(here.id(), pair(0, 0));  // d
  }
  template <class Here>
  constexpr void abort(Here& here) const {
    exit(here);
  }
  template <class Here>
  constexpr void recover(Here& here) const {
    exit(here);
  }

 private:
  struct group {
    process_id first;  // its processes are first .. first+size-1
    process_id size;   //
    process_id turn;   // where its turn(x, 1) is
  };

  // g(i, t)
  [[nodiscard]] constexpr group group_of(process_id i, process_id t) const {
    process_id first = 0, size = n_, node = 1;  // the sons of node x are 2x and 2x+1
    for (process_id depth = 0; depth < t; ++depth) {
      const process_id lower = (size + 1) / 2;
      const bool above = i >= first + lower;
      first += above ? lower : 0;
      size = above ? size - lower : lower;
      node = 2 * node + (above ? 1 : 0);
    }
    const process_id inner = (process_id{1} << depth_) - 1;  // nodes 1 .. inner, k registers each
    if (node <= inner) return {first, size, (node - 1) * k_};
    return {first, size, inner * k_ + first - (node - 1 - inner) * k_};  // leaves before x: first processes
  }

  // floor(log2(n / (k+1)))
  static constexpr process_id depth_of_tree(process_id n, process_id k) {
    process_id depth = 0;
    while (n / (k + 1) >> depth > 1) ++depth;
    return depth;
  }

  [[nodiscard]] constexpr word pair(process_id p, process_id q) const { return word{p} * (k_ + 3) + q; }
  [[nodiscard]] constexpr word highest_level() const {
    if (depth_ > 0) return pair(depth_, k_);
    return n_ > k_ ? n_ - k_ : 0;
  }

  process_id n_, k_, depth_;
  registers<Memory> turn, level;
};

}  // namespace doorway
