// weak-one-bit: k-exclusion with one safe bit per process; deadlock-free if nobody crashes, or if at most k compete.
//
// G. Taubenfeld, "Tight space bounds for l-exclusion", 2013: section 4.1, Algorithm 2. Its l is our k.
//
//     shared  Flag[1..n] bits, all 0
//     private lflag      a set of processes; counter is its size
//
//      1  lflag := {}
//      2  repeat
//      3      if counter < k: Flag[i] := 1
//      5      lflag := {j < i: Flag[j] = 1}
//      6      if counter >= k and Flag[i] = 1: Flag[i] := 0
//      7  until Flag[i] = 1
//      8  add {j > i: Flag[j] = 1} to lflag
//      9  while counter >= k:
//     11      for j in lflag: if Flag[j] = 0: remove j
//     15  critical section
//     16  Flag[i] := 0
//
// Why it excludes: of k+1 inside, the last to set its bit has then read the bits of the others, which stay set.
//
// Notes
// - The text has the values of the bits the wrong way round in places ("fewer than l of these bits are 0"): 1 is meant.
// - 2..7 is one await: its predicate is a round without 3, if the last one found too many, and at once the round with 3
//   that it allows. Were the two evaluated one by one, the first would be false with nothing in the way, and a process
//   that sleeps then is woken by nobody. Where Flag[i] stands is plain from the text; the paper reads it at 6, 7 and 11.
// - 11 reads only the bits of lflag; the paper reads all and ignores the others (its lflag[i] is never set).
// - There is no doorway.
// - Fences: 3 before the looks of 5 and 11.
// - Weak: with one crash and more than k competing all may wait for ever. n = 3, k = 2: process 3 stops inside, 1 and 2
//   set their bits, and each finds two others.
// - abort: Flag[i] := 0, which it is already where 3 was skipped; one_bit.hpp says why that does no harm.
// - recover: the same.
#pragma once

#include <string_view>

#include "doorway/core/process_set.hpp"
#include "doorway/core/registers.hpp"
#include "doorway/core/sections.hpp"

namespace doorway {

template <class Memory>
class weak_one_bit {
 public:
  static constexpr std::string_view name = "weak-one-bit";
  static constexpr problem solves = problem::k_exclusion;
  static constexpr bool withdraws = true;
  using passage = nothing;

  constexpr weak_one_bit(Memory& memory, const parameters& size)
      : n_(size.n),
        k_(size.k),
        Flag(memory, {.name = "Flag", .rows = n_, .domain = 2, .writer = writer::row, .strength = strength::safe}) {}

  template <class Here>
  constexpr bool enter(Here& here) const {
    const auto i = here.id();
    process_set lflag;  // 1
    const auto look = [&] {
      lflag = {};
      for (process_id j = 0; j < i; ++j)  // 5
        if (Flag.read(j)) lflag.insert(j);
    };
    if (!here.await([&] {  // 2
          if (lflag.size() >= k_) look();
          if (lflag.size() >= k_) return false;
          Flag.announce(i, 1);  // 3
          look();
          if (lflag.size() < k_) return true;  // 7
          Flag.write(i, 0);                    // 6
          return false;
        }))
      return false;
    for (process_id j = i + 1; j < n_; ++j)  // 8
      if (Flag.read(j)) lflag.insert(j);
    return here.await([&] {  // 9
      if (lflag.size() < k_) return true;
      for (auto j : lflag)  // 11
        if (!Flag.read(j)) lflag.erase(j);
      return lflag.size() < k_;
    });
  }

  template <class Here>
  constexpr void exit(Here& here) const {
    Flag.write(here.id(), 0);  // 16
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
  process_id n_, k_;
  registers<Memory> Flag;
};

}  // namespace doorway
