// one-bit: mutual exclusion with one safe bit per process; deadlock-free, not starvation-free.
//
// J. E. Burns, "Mutual exclusion with linear waiting using binary shared variables", 1978, and L. Lamport, "The mutual
// exclusion problem: part II", J. ACM 33(2), 1986, as Y. He, K. Gopalakrishnan and E. Gafni give it in "Group mutual
// exclusion in linear time and space", TCS 2017: section 4, Figure 2.
//
//     shared  Competing[1..N] boolean, all false
//
//     1  L: Competing[i] := true
//     2  for j := 1 to i-1:
//     3      if Competing[j]:
//     4          Competing[i] := false
//     5          await not Competing[j]
//     6          goto L
//     9  for j := i+1 to N:
//    10      await not Competing[j]
//        critical section
//        Competing[i] := false
//
// Why 4: of two who compete the larger gives way, and the smaller waits for it at 10 with its bit set. Of two inside
// the later to set its bit would have found the other's set.
//
// Notes
// - The figure ends before the critical section; the last line is from the text.
// - goto L makes 1..6 a loop. It is one await: its predicate is 5, if there is a j to wait for, and then 1..4 once.
// - The processes are 0 .. n-1 here, and may be first .. first+n-1 of a larger lock: see partial_exclusion.hpp.
// - Fences: 1 before the looks of 3 and 10.
// - abort: a process that gives up has its bit false already (at 5) or true (at 10); false is written in both cases. The bit
//   is safe, so a write of false over false can be read as true: somebody waits a moment longer, nobody enters.
// - recover: the same, and it ends a write that was cut short.
#pragma once

#include <string_view>

#include "doorway/core/registers.hpp"
#include "doorway/core/sections.hpp"

namespace doorway {

template <class Memory>
class one_bit {
 public:
  static constexpr std::string_view name = "one-bit";
  static constexpr problem solves = problem::mutual_exclusion;
  static constexpr bool withdraws = true;
  using passage = nothing;

  constexpr one_bit(Memory& memory, const parameters& size, process_id first = 0)
      : n_(size.n),
        Competing(memory, {.name = "Competing",
                           .rows = n_,
                           .domain = 2,
                           .writer = writer::row,
                           .strength = strength::safe,
                           .first = first}) {}

  template <class Here>
  constexpr bool enter(Here& here) const {
    const auto i = here.id();
    auto j = i;  // j < i: found competing at 3, waited for at 5
    if (!here.await([&] {
          if (j < i && Competing.read(j)) return false;  // 5
          Competing.announce(i, true);                   // 1
          for (j = 0; j < i; ++j)                        // 2
            if (Competing.read(j)) {                     // 3
              Competing.write(i, false);                 // 4
              return false;
            }
          return true;
        }))
      return false;
    for (j = i + 1; j < n_; ++j)                                          // 9
      if (!here.await([&] { return !Competing.read(j); })) return false;  // 10
    return true;
  }

  template <class Here>
  constexpr void exit(Here& here) const {
    Competing.write(here.id(), false);
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
  process_id n_;
  registers<Memory> Competing;
};

}  // namespace doorway
