// naive-levels: k-exclusion, lockout-free as long as nobody crashes, 2n-k registers.
//
// M. Omori, K. Obokata, K. Motegi, Y. Igarashi, "Analysis of Some Lockout Avoidance Algorithms for the k-Exclusion
// Problem", 2002: section 2, procedure (n, k)-NAIVE, which is Peterson's n-process algorithm without its last k-1
// levels. Atomic registers.
//
//     shared  turn(1..n-k)  in {0..n-1}, any            the last to reach the level
//             level(0..n-1) in {0..n-k}, all 0          the level that i has reached; 0: none
//
//         for s := 1 to n-k:
//     a       level(i) := s
//     b       turn(s) := i
//     c       await (for all j != i: level(j) < s) or turn(s) != i
//         critical section
//     d   level(i) := 0
//
// Why naive: one process that stops at level s or above holds back the last process below it, though k-1 more could go
// in. levels.hpp counts instead.
//
// Notes
// - The paper numbers no lines: the letters are ours. c reads the levels first, ascending, and then turn(s).
// - There is no doorway. With n <= k nobody competes.
// - Fences: b (and with it a) before the looks of c.
// - abort: level(i) := 0 from any level. At most n-s win level s, as in levels.hpp, and the argument there does not ask
//   whether the last to write turn(s) stayed. A turn(s) that names a process which has gone stops nobody.
// - recover: the same.
#pragma once

#include <string_view>

#include "doorway/core/registers.hpp"
#include "doorway/core/sections.hpp"

namespace doorway {

template <class Memory>
class naive_levels {
 public:
  static constexpr std::string_view name = "naive-levels";
  static constexpr problem solves = problem::k_exclusion;
  static constexpr bool withdraws = true;
  using passage = nothing;

  constexpr naive_levels(Memory& memory, const parameters& size)
      : n_(size.n),
        levels_(size.n > size.k ? size.n - size.k : 0),
        turn(memory, {.name = "turn", .rows = levels_, .domain = n_, .writer = writer::anyone}),
        level(memory, {.name = "level", .rows = n_, .domain = word{levels_} + 1, .writer = writer::row}) {}

  template <class Here>
  constexpr bool enter(Here& here) const {
    const auto i = here.id();
    for (process_id s = 1; s <= levels_; ++s) {
      level.write(i, s);                                                                    // a
      turn.announce(s - 1, i);                                                              // b
      if (!here.await([&] { return alone(i, s) || turn.read(s - 1) != i; })) return false;  // c
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

 private:
  // for all j != i: level(j) < s
  [[nodiscard]] constexpr bool alone(process_id i, process_id s) const {
    for (process_id j = 0; j < n_; ++j)  // c
      if (j != i && level.read(j) >= s) return false;
    return true;
  }

  process_id n_, levels_;
  registers<Memory> turn, level;
};

}  // namespace doorway
