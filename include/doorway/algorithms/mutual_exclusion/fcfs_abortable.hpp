// fcfs-abortable: mutual exclusion, FCFS, waiters may give up, O(N) RMRs in CC and DSM.
//
// R. Danek, "Local-Spin Algorithms for Variants of Mutual Exclusion Using Read and Write Operations", PhD thesis,
// University of Toronto, 2011: chapter 4, Figure 4.1, a transformation of any abortable lock MUTEX: O(N + f(N)) RMRs where
// MUTEX takes f(N). Here over abortable_tree_lock.hpp. Atomic registers.
//
//     shared  Request[1..N]         boolean, all false        p has finished its doorway and is not out yet
//             Barricade[1..N][1..N] boolean, row p at home with p    Barricade[p][j]: j is still ahead of p
//
//     27  predecessors := {}
//     28  for j := 1 to N:
//     29      Barricade[p][j] := true
//     30      if Request[j]: predecessors := predecessors + {j}
//     31  Request[p] := true                            end of the doorway
//     32  for j in predecessors:
//     33      await not Barricade[p][j]                 abort point
//     34  MUTEX.enter                                   abort points
//     35  critical section
//     36  MUTEX.exit
//     37  Request[p] := false
//     38  for j := 1 to N:
//     39      Barricade[j][p] := false
//     41  abort: if it was in MUTEX.enter:
//     42      MUTEX.abort
//     43-45   as 37-39
//
// Why 29 before 30: if j is seen at 30, j's 37 comes later, and so does its 39, which ends p's wait.
//
// Notes
// - Fences: every write is an announce; which of them need not be has not been asked (docs/fences.md).
// - 28 skips j = p.
// - recover: MUTEX.recover, then 37-39. p has no predecessors that wait for what it knows, so nothing else is lost.
#pragma once

#include <string_view>

#include "doorway/algorithms/blocks/abortable_tree_lock.hpp"
#include "doorway/algorithms/blocks/inner.hpp"
#include "doorway/core/process_set.hpp"
#include "doorway/core/registers.hpp"
#include "doorway/core/sections.hpp"

namespace doorway {

template <class Memory, template <class> class Mutex>
class fcfs_transformation {
 public:
  static constexpr problem solves = problem::mutual_exclusion;
  struct passage {
    bool trying = false;  // has begun to enter MUTEX
    [[no_unique_address]] typename Mutex<Memory>::passage mutex{};
  };

  constexpr fcfs_transformation(Memory& memory, const parameters& size)
      : n_(size.n),
        Request(memory, {.name = "Request", .rows = n_, .domain = 2, .home = home::row, .writer = writer::row}),
        Barricade(memory, {.name = "Barricade",
                           .rows = n_,
                           .columns = n_,
                           .domain = 2,
                           .home = home::row,
                           .writer = writer::row_or_column}),
        MUTEX(memory, size) {}

  template <class Here>
  constexpr bool enter(Here& here) const {
    const auto p = here.id();
    here.passage = {};
    process_set predecessors;              // 27
    for (process_id j = 0; j < n_; ++j) {  // 28
      if (j == p) continue;
      Barricade.announce(p, j, true);               // 29
      if (Request.read(j)) predecessors.insert(j);  // 30
    }
    Request.announce(p, true);  // 31
    here.end_of_doorway();
    for (auto j : predecessors)                                              // 32
      if (!here.await([&] { return !Barricade.read(p, j); })) return false;  // 33
    here.passage.trying = true;
    inner me(here, here.passage.mutex);
    return MUTEX.enter(me);  // 34
  }

  template <class Here>
  constexpr void exit(Here& here) const {
    inner me(here, here.passage.mutex);
    MUTEX.exit(me);  // 36
    leave(here.id());
  }
  template <class Here>
  constexpr void abort(Here& here) const {
    inner me(here, here.passage.mutex);
    if (here.passage.trying) MUTEX.abort(me);  // 41-42
    leave(here.id());
  }
  template <class Here>
  constexpr void recover(Here& here) const {
    inner me(here, here.passage.mutex);
    MUTEX.recover(me);
    leave(here.id());
  }

 protected:
  constexpr void leave(process_id p) const {
    Request.announce(p, false);  // 37, 43
    for (process_id j = 0; j < n_; ++j)
      if (j != p) Barricade.announce(j, p, false);  // 38-39, 44-45
  }

  process_id n_;
  registers<Memory> Request, Barricade;
  Mutex<Memory> MUTEX;
};

template <class Memory>
class fcfs_abortable : public fcfs_transformation<Memory, abortable_tree_lock> {
 public:
  static constexpr std::string_view name = "fcfs-abortable";
  static constexpr bool withdraws = true;
  using fcfs_transformation<Memory, abortable_tree_lock>::fcfs_transformation;
};

}  // namespace doorway
