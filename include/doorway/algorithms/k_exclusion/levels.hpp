// levels: k-exclusion, every process gets in though up to k-1 crash, 2n-k registers.
//
// M. Omori, K. Obokata, K. Motegi, Y. Igarashi, "Analysis of Some Lockout Avoidance Algorithms for the k-Exclusion
// Problem", 2002: section 3, procedures (n, k)-EXCL and check_i(n, s). Atomic registers.
//
//     shared  turn(1..n-k)  in {0..n-1}, any            the last to reach the level
//             level(0..n-1) in {0..n-k}, all 0          the level that i has reached; 0: none
//
//         for s := 1 to n-k:
//     a       level(i) := s
//     b       turn(s) := i
//     c       await |{j != i: level(j) >= s}| <= n-s-1 or turn(s) != i
//         critical section
//     d   level(i) := 0
//
// Why n-s-1: then at most n-s win level s (Lemma 1). If more had won, the last of them to write turn(s) saw n-s others
// at c, so turn(s) was written after it by yet another, who had won level s-1 like all of them: more than n-s+1 there.
//
// Notes
// - The paper numbers no lines: the letters are ours. c is check_i: it reads the levels of the others, ascending, and
//   then turn(s). It is not a snapshot and need not be one.
// - There is no doorway. With n <= k nobody competes.
// - Fences: b (and with it a) before the looks of c.
// - abort: level(i) := 0 from any level. The argument above counts winners, and does not ask whether the last to write
//   turn(s) stayed. A turn(s) that names a process which has gone stops nobody.
// - recover: the same.
#pragma once

#include <string_view>

#include "doorway/core/registers.hpp"
#include "doorway/core/sections.hpp"

namespace doorway {

template <class Memory>
class levels {
 public:
  static constexpr std::string_view name = "levels";
  static constexpr problem solves = problem::k_exclusion;
  static constexpr bool withdraws = true;
  using passage = nothing;

  constexpr levels(Memory& memory, const parameters& size)
      : n_(size.n),
        levels_(size.n > size.k ? size.n - size.k : 0),
        turn(memory, {.name = "turn", .rows = levels_, .domain = n_, .writer = writer::anyone}),
        level(memory, {.name = "level", .rows = n_, .domain = word{levels_} + 1, .writer = writer::row}) {}

  template <class Here>
  constexpr bool enter(Here& here) const {
    const auto i = here.id();
    for (process_id s = 1; s <= levels_; ++s) {
      level.write(i, s);                                           // a
      turn.announce(s - 1, i);                                     // b
      if (!here.await([&] { return check(i, s); })) return false;  // c
    }
    return true;
  }

  template <class Here>
  constexpr void exit(Here& here) const {
    level.write(here.id(), 0);  // d
  }
  template <class Here>
  constexpr void abort(Here& here) const {
    exit(here);
  }
  template <class Here>
  constexpr void recover(Here& here) const {
    exit(here);
  }

 protected:
  [[nodiscard]] constexpr bool check(process_id i, process_id s) const {
    process_id count = 0;
    for (process_id j = 0; j < n_; ++j)  // c
      if (j != i && level.read(j) >= s) ++count;
    return turn.read(s - 1) != i || count <= n_ - s - 1;
  }

  process_id n_, levels_;
  registers<Memory> turn, level;
};

}  // namespace doorway
