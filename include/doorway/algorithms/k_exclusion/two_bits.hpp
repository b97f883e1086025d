// two-bits: k-exclusion with 2n-2 safe bits, the least there can be; deadlock-free though up to k-1 crash.
//
// G. Taubenfeld, "Tight space bounds for l-exclusion", 2013: section 3.1, the two-bits algorithm. Its l is our k.
//
//     shared  Flag_1[1..n-1] bits, all 0                i competes
//             Flag_2[2..n]   bits, all 0                i is inside, or about to look a second time
//     constant  Flag_1[n] = Flag_2[1] = 0
//
//      1  if i != n: Flag_1[i] := 1
//      2  repeat
//      3      repeat counter := |{j: (j < i and Flag_1[j]) or Flag_2[j]}|
//      8      until counter < k
//      9      if i != 1: Flag_2[i] := 1
//     10      counter := |{j: (j < i and Flag_1[j]) or (j != i and Flag_2[j])}|
//     14      if counter >= k and i != 1: Flag_2[i] := 0
//     15  until counter < k
//     16  critical section
//     17  if i != 1: Flag_2[i] := 0; if i != n: Flag_1[i] := 0
//
// Why look twice: k+1 processes can all pass 8 before one of them has written 9. The last of them to write it sees at
// 10 the bits of the other k, which stay set.
//
// Notes
// - 2..15 is one await: its predicate is one count at 3 and, if that is below k, 9..14 once.
// - 3 skips its own Flag_2[i], which is 0 there. Flag_2[j] is read only if Flag_1[j] has not decided, as printed.
// - Fences: every write of a bit. 1 and 9 come before the looks of 3 and 11; 14 and 17 are written by the same line of code.
// - There is no doorway. The paper asks for 2 <= k < n; the others work too.
// - The processes are 0 .. n-1 here, and may be first .. first+n-1 of a larger lock: see partial_exclusion.hpp.
// - abort: a process that gives up is between two attempts, where Flag_2[i] is 0; 17 clears both. The bits are safe, so a
//   write of 0 over 0 can be read as 1: somebody waits a moment longer, nobody enters.
// - recover: the same, and it ends a write that was cut short. Until then Theorem 3.3 is not true for safe bits, n = 3,
//   k = 2: let 3 crash in the middle of line 9, so that every read of Flag_2[3] may give either value. 2 finds 0 at 3
//   and 1 at 10, again and again; 1 finds Flag_2[2] set whenever it looks, and 1 in Flag_2[3]. Nobody enters. The
//   proof's "once p finds k processes ahead it always will" overlooks it. With atomic bits, or no crash inside a write,
//   it is true.
#pragma once

#include <string_view>

#include "doorway/core/registers.hpp"
#include "doorway/core/sections.hpp"

namespace doorway {

template <class Memory>
class two_bits {
 public:
  static constexpr std::string_view name = "two-bits";
  static constexpr problem solves = problem::k_exclusion;
  static constexpr bool withdraws = true;
  using passage = nothing;

  constexpr two_bits(Memory& memory, const parameters& size, process_id first = 0)
      : n_(size.n), k_(size.k), Flag_1(memory, bits("Flag_1", first)), Flag_2(memory, bits("Flag_2", first + 1)) {}

  template <class Here>
  constexpr bool enter(Here& here) const {
    const auto i = here.id();
    set_flag_1(i, 1);                    // 1
    return here.await([&] {              // 2
      if (ahead(i) >= k_) return false;  // 3, 8
      set_flag_2(i, 1);                  // 9
      if (ahead(i) < k_) return true;    // 10, 15
      set_flag_2(i, 0);                  // 14
      return false;
    });
  }

  template <class Here>
  constexpr void exit(Here& here) const {
    set_flag_2(here.id(), 0);  // 17
    set_flag_1(here.id(), 0);
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
  // Flag_1 has no register for the last process, Flag_2 none for the first.
  [[nodiscard]] constexpr declaration bits(std::string_view called, process_id first) const {
    return {.name = called,
            .rows = n_ > 0 ? n_ - 1 : 0,
            .domain = 2,
            .writer = writer::row,
            .strength = strength::safe,
            .first = first};
  }
  [[nodiscard]] constexpr bool flag_1(process_id j) const { return j + 1 < n_ && Flag_1.read(j) != 0; }
  [[nodiscard]] constexpr bool flag_2(process_id j) const { return j > 0 && Flag_2.read(j - 1) != 0; }
  constexpr void set_flag_1(process_id i, word bit) const {
    if (i + 1 < n_) Flag_1.announce(i, bit);
  }
  constexpr void set_flag_2(process_id i, word bit) const {
    if (i > 0) Flag_2.announce(i - 1, bit);
  }

  // How many have priority over i.
  [[nodiscard]] constexpr process_id ahead(process_id i) const {
    process_id counter = 0;
    for (process_id j = 0; j < n_; ++j)
      if ((j < i && flag_1(j)) || (j != i && flag_2(j))) ++counter;
    return counter;
  }

  process_id n_, k_;
  registers<Memory> Flag_1, Flag_2;
};

}  // namespace doorway
