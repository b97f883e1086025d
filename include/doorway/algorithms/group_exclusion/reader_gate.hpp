// reader-gate: readers that meet nobody; writers, and readers who found one, pass a lock. Not FCFS between readers and writers.
//
// Ours, over k-bakery-cc-fast with k = 1 (M below). Session 1 reads; all others write, each alone. Atomic registers.
//
//     shared  Reading[1..N] boolean, all false    p reads, or is about to look whether it may; at home with p
//             Gate          boolean, false        a writer is inside, or waits for readers to leave; written by the holder of M
//             Raises[1..N]  boolean, all false    p holds M as a writer: Gate may be up because of p; at home with p
//             Seen[0..(N-1)/8] boolean, all false    some p of these eight has been a reader; any of them writes it
//             M             a lock
//     private known boolean, false                p has written Seen[p / 8]
//
//     a reader                                        a writer
//      1  if not Gate:                                11  enter M
//      S      if not known: Seen[p / 8] := true; known := true
//      2      Reading[p] := true                      12  Raises[p] := true
//      3      if not Gate: critical section           13  Gate := true
//      4  Reading[p] := false; S, if it has not been  14  for i != p: if Seen[i / 8]: await not Reading[i]
//      5  enter M                                         critical section
//      6  Reading[p] := true                          15  Gate := false
//      7  leave M                                     16  Raises[p] := false
//         critical section                            17  leave M
//      8  Reading[p] := false
//
// Why it excludes. Writer q raises Gate (13) before it looks at Reading (14); reader p says that it reads (2) before it looks at Gate
// (3): one of the two sees the other. A reader that comes by 6 holds M, so no writer is between 11 and 17; it says that it
// reads before it leaves M, and the next writer looks after that. Two writers exclude each other by M. Seen only spares a writer
// looks: where it finds false after 13, a reader of these eight that comes by S looks at Gate after that, and finds it up.
//
// Why nobody starves. M is starvation-free, and its holder waits at most at 14: for each reader that is inside, and for each that was
// past 1 when Gate went up, once. Line 1 is there for those who give up: without it a reader that comes, finds Gate up and gives up,
// again and again, says so often that it reads that the writer may never find it out.
//
// What is lost against group-bakery: readers pass a writer that waits at 11 (no arrival order between readers and
// writers); and a reader may wait, though no writer is there any more, for another one between 5 and 7 (no concurrent entry). Writers,
// and readers who have found one, are served in the order of M.
//
// Notes
// - Fences: S before 3 (2 is one), 13 before 14. 6 is seen before 7, 15 before 17, as writes of one process always are.
// - The doorway is that of M, 78..79; 1..3 or 11..13 of a process that meets nobody.
// - A reader alone writes its own line twice and looks at Gate twice. Reading is lazy: 8 needs no fence to wake, so that its passage has one
//   fence and not two. A writer that sleeps at 14 looks again every millisecond. Nobody waits for Raises: 12 and 16 ring nobody.
// - abort: a reader withdraws from M; a writer too, or, if it waits at 14, does 15 to 17. Not the exit protocol: a writer that waits for
//   M would put down the Gate of the one inside.
// - recover: Reading[p] := false; if Raises[p]: 15, 16; then M's. In this order: as long as M is p's, Gate is p's.
#pragma once

#include <cstdint>
#include <string_view>

#include "doorway/algorithms/blocks/inner.hpp"
#include "doorway/algorithms/k_exclusion/k_bakery_cc_fast.hpp"
#include "doorway/core/registers.hpp"
#include "doorway/core/sections.hpp"

namespace doorway {

template <class Memory>
class reader_gate {
 protected:
  using lock = k_bakery_cc_fast<Memory>;

 public:
  static constexpr std::string_view name = "reader-gate";
  static constexpr problem solves = problem::group_exclusion;
  static constexpr bool withdraws = true;
  static constexpr bool recovers = true;
  static constexpr word largest_session = infinity;  // sessions are 1 .. largest_session
  static constexpr word reads = 1;

  enum class stage : std::uint8_t { reading, in_M, raised };
  struct passage {
    typename lock::passage mutex;
    stage at = stage::reading;  // what there is to take back: 8, M's, or 15 to 17
    bool known = false;
  };
  static constexpr bool keeps_passage = true;  // M's

  constexpr reader_gate(Memory& memory, const parameters& size)
      : n_(size.n),
        Reading(memory,
                {.name = "Reading", .rows = n_, .domain = 2, .home = home::row, .writer = writer::row, .lazy = true}),
        Gate(memory, {.name = "Gate", .domain = 2, .writer = writer::anyone}),
        Raises(memory, {.name = "Raises", .rows = n_, .domain = 2, .home = home::row, .writer = writer::row}),
        Seen(memory, {.name = "Seen", .rows = (n_ + 7) / 8, .domain = 2, .writer = writer::anyone}),
        M(memory, {.n = n_, .k = 1}) {}

  template <class Here>
  constexpr bool enter(Here& here, word mysession) const {
    return enter_alone(here, mysession) || enter_in_turn(here, mysession);
  }
  template <class Here>
  [[gnu::always_inline]] constexpr bool enter_alone(Here& here, word mysession) const {
    return mysession == reads && reads_at_once(here);
  }
  template <class Here>
  constexpr bool enter_in_turn(Here& here, word mysession) const {
    return mysession == reads ? read_after_a_writer(here) : enter_writing(here);
  }
  template <class Here>
  [[gnu::always_inline]] constexpr void exit(Here& here) const {
    if (here.passage.at == stage::reading) Reading.write_lazy(here.id(), false);  // 8
    else leave_writing(here);
  }
  template <class Here>
  constexpr void abort(Here& here) const {
    if (here.passage.at == stage::raised) return leave_writing(here);
    inner me(here, here.passage.mutex);
    M.abort(me);
  }
  template <class Here>
  constexpr void recover(Here& here) const {
    const auto p = here.id();
    Reading.write(p, false);
    if (Raises.read(p)) {
      Gate.write(0, false);    // 15
      Raises.write(p, false);  // 16
    }
    inner me(here, here.passage.mutex);
    M.recover(me);
  }

 protected:
  template <class Here>
  [[gnu::always_inline]] constexpr bool reads_at_once(Here& here) const {
    const auto p = here.id();
    here.passage.at = stage::reading;
    if (Gate.read(0)) return false;  // 1
    if (!here.passage.known) [[unlikely]]
      is_seen(here);                 // S
    Reading.announce_lazy(p, true);  // 2
    if (Gate.read(0)) return false;  // 3
    here.end_of_doorway();
    return true;
  }
  template <class Here>
  [[gnu::noinline]] constexpr void is_seen(Here& here) const {
    Seen.announce(here.id() / 8, true);  // S
    here.passage.known = true;
  }
  template <class Here>
  constexpr bool read_after_a_writer(Here& here) const {
    here.passage.at = stage::in_M;
    Reading.write_lazy(here.id(), false);    // 4
    if (!here.passage.known) is_seen(here);  // S
    inner_doorway me(here, here.passage.mutex);
    if (!M.enter(me)) return false;       // 5
    Reading.write_lazy(here.id(), true);  // 6
    M.exit(me);                           // 7
    here.passage.at = stage::reading;
    return true;
  }
  template <class Here>
  constexpr bool enter_writing(Here& here) const {
    const auto p = here.id();
    here.passage.at = stage::in_M;
    inner_doorway me(here, here.passage.mutex);
    if (!M.enter(me)) return false;  // 11
    here.passage.at = stage::raised;
    Raises.prepare(p, true);  // 12
    Gate.announce(0, true);   // 13
    here.end_of_doorway();
    process_id i = 0;
    return here.await([&] {  // 14
      while (i < n_ && (i == p || !Seen.read(i / 8) || !Reading.read(i))) ++i;
      return i >= n_;
    });
  }
  template <class Here>
  [[gnu::noinline]] constexpr void leave_writing(Here& here) const {
    Gate.prepare(0, false);            // 15
    Raises.prepare(here.id(), false);  // 16
    inner me(here, here.passage.mutex);
    M.exit(me);  // 17
  }

  process_id n_;
  registers<Memory> Reading, Gate, Raises, Seen;
  lock M;
};

}  // namespace doorway
