// bounded-fife: k-exclusion, FIFE, bounded registers, O(n) RMRs in the CC and the DSM model. unbounded-fife: the same on tickets.
//
// M. Zehavi, on bounded-space k-exclusion with FIFE and O(n) RMRs (our copy has no title), about 2013: section IV, Algorithm 1.
// Atomic registers. It stands on a timestamp system (algorithms/blocks/timestamps.hpp), for which the paper refers to others: bounded-fife has
// algorithms/blocks/bounded_timestamps.hpp, for up to 25 processes, unbounded-fife algorithms/blocks/unbounded_timestamps.hpp.
//
//     shared  Compete[0..n-1][0..n-1]       boolean, all false  Compete[p][i]: p tells i that it wants to enter
//             Ignore[0..n-1][0..n-1]        boolean, all false  Ignore[p][i]: what p says in Order[p][i] is old
//             Order[0..n-1][0..n-1]         boolean, any        Order[p][i]: p's Scan found p < i
//             Reveal[0..n-1]                boolean, all false  p is past 5 and not yet past 13
//             Allow[0..n-1][0..n-1]         boolean, any        Allow[p][i]: i may go in, since p, which came later, may
//             Discover[0..n-1][0..n-1][0,1] boolean, all false  both: p has looked at i since i's last 5
//     DSM     Compete[i][p], Ignore[i][p], Order[i][p], Allow[i][p], Discover[i][p] and Reveal[p], all i, are local to p
//
//      1  for i: Compete[p][i] := true                        doorway
//      2  for i: Ignore[p][i] := true
//      3  Label_p
//      4  for i with not Discover[p][i][0] or not Discover[p][i][1]:
//      4a     Discover[p][i][0] := false
//      4b     Discover[p][i][1] := false
//      4c     Allow[p][i] := false
//      4d     if Reveal[i]: Discover[p][i][0] := true
//      4e     if Reveal[i]: Discover[p][i][1] := true
//      4f     if not Discover[p][i][0] or not Discover[p][i][1]: Discover[p][i][0] := false; Discover[p][i][1] := false
//      5  Reveal[p] := true
//      6  order := Scan_p
//      7  for i: Order[p][i] := (p < i in order)
//      8  for i: Ignore[p][i] := false
//      9  precede := empty
//     10  for i < p in order: add i to precede
//     11  while |precede| >= k:
//     11a     for i in precede:
//                 if not Compete[i][p]: remove i
//                 if Discover[i][p][0] and Discover[i][p][1] and not Ignore[i][p] and not Order[i][p]: remove i
//     11b     for i: if Discover[i][p][0] and Discover[i][p][1] and Allow[i][p]: precede := empty
//     12  for i < p in order: Allow[p][i] := true
//         critical section
//     13  Reveal[p] := false
//     14  for i: Discover[i][p][0] := false; Discover[i][p][1] := false
//     15  for i: Compete[p][i] := false
//
// Why two cells of Discover: p may read Reveal[i], sleep, and write its discovery when i has left and wiped it out. A discovery
// counts only when both are written, and between the two p looks at Reveal[i] again.
// Why Ignore: p in its next doorway renews its discoveries (4) before its Order (7). Who trusted it in between would take an old
// Order for a new one.
// Why Allow: p says what it has found to one process after the other. So one that came later may find that it can go in while one
// that came earlier, and that waits only for what it has not been told, never does.
//
// Notes
// - Fences: every write is an announce; which of them need not be has not been asked (docs/fences.md).
// - i = p is left out everywhere: Reveal[p] is false at 4, so Discover[p][p] stays false and nobody else reads the rest.
// - 11a and 11b read on only as long as a test can still succeed, and a second test of 11a follows only if the first has failed.
// - The doorway is 1..10, which takes no steps after 8. order is kept as the set of those before p.
// - abort is the exit. A process that waits has not been at 12, and only those who have count in the proof of k-exclusion (Lemma 4). What
//   it has said in Order stays true as long as its label does, and the next doorway says otherwise only after 2.
// - recover is the exit too. It leaves Ignore[p] as it is, which after a death in the doorway is true: then Order[p] is old
//   although Discover[p] may be new. Nobody waits for that: Compete[p] is false. The timestamps need nothing.
#pragma once

#include <string_view>

#include "doorway/algorithms/blocks/bounded_timestamps.hpp"
#include "doorway/algorithms/blocks/unbounded_timestamps.hpp"
#include "doorway/core/process_set.hpp"
#include "doorway/core/registers.hpp"
#include "doorway/core/sections.hpp"

namespace doorway {

template <class Memory, template <class> class Timestamps>
class fife_on_timestamps {
  static_assert(timestamp_system<Timestamps<Memory>>);

 public:
  static constexpr problem solves = problem::k_exclusion;
  static constexpr process_id most = Timestamps<Memory>::most;
  using passage = nothing;

  constexpr fife_on_timestamps(Memory& memory, const parameters& size)
      : n_(size.n),
        k_(size.k),
        timestamps_(memory, n_),
        Compete(memory, mailboxes("Compete")),
        Ignore(memory, mailboxes("Ignore")),
        Order(memory, mailboxes("Order")),
        Reveal(memory, {.name = "Reveal", .rows = n_, .domain = 2, .home = home::row, .writer = writer::row}),
        Allow(memory, mailboxes("Allow")),
        Discover(memory, {.name = "Discover",
                          .rows = n_,
                          .columns = n_,
                          .planes = 2,
                          .domain = 2,
                          .home = home::column,
                          .writer = writer::row_or_column}) {}

  template <class Here>
  constexpr bool enter(Here& here) const {
    const auto p = here.id();
    Compete.announce_row_to_others(p, true);  // 1
    Ignore.announce_row_to_others(p, true);   // 2
    timestamps_.label(p);                     // 3
    for (process_id i = 0; i < n_; ++i)       // 4
      if (i != p && !discovered(p, i)) discover(p, i);
    Reveal.announce(p, true);                         // 5
    const process_set order = timestamps_.before(p);  // 6
    for (process_id i = 0; i < n_; ++i)               // 7
      if (i != p) Order.announce(p, i, !order.contains(i));
    Ignore.announce_row_to_others(p, false);  // 8
    here.end_of_doorway();
    process_set precede = order;  // 9, 10
    if (!here.await([&] {         // 11
          if (precede.size() < k_) return true;
          for (auto i : precede)  // 11a
            if (!Compete.read(i, p) || (discovered(i, p) && !Ignore.read(i, p) && !Order.read(i, p))) precede.erase(i);
          for (process_id i = 0; i < n_; ++i)  // 11b
            if (i != p && discovered(i, p) && Allow.read(i, p)) precede = {};
          return precede.size() < k_;
        }))
      return false;
    for (auto i : order) Allow.announce(p, i, true);  // 12
    return true;
  }

  template <class Here>
  constexpr void exit(Here& here) const {
    const auto p = here.id();
    Reveal.announce(p, false);           // 13
    for (process_id i = 0; i < n_; ++i)  // 14
      if (i != p) {
        Discover.announce(i, p, 0, false);
        Discover.announce(i, p, 1, false);
      }
    Compete.announce_row_to_others(p, false);  // 15
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
  [[nodiscard]] constexpr bool discovered(process_id p, process_id i) const {
    return Discover.read(p, i, 0) && Discover.read(p, i, 1);
  }
  constexpr void discover(process_id p, process_id i) const {
    Discover.announce(p, i, 0, false);                     // 4a
    Discover.announce(p, i, 1, false);                     // 4b
    Allow.announce(p, i, false);                           // 4c
    if (Reveal.read(i)) Discover.announce(p, i, 0, true);  // 4d
    if (Reveal.read(i)) Discover.announce(p, i, 1, true);  // 4e
    if (discovered(p, i)) return;                          // 4f
    Discover.announce(p, i, 0, false);
    Discover.announce(p, i, 1, false);
  }

  [[nodiscard]] constexpr declaration mailboxes(std::string_view name) const {
    return {.name = name, .rows = n_, .columns = n_, .domain = 2, .home = home::column, .writer = writer::row};
  }

  process_id n_, k_;
  Timestamps<Memory> timestamps_;
  registers<Memory> Compete, Ignore, Order, Reveal, Allow, Discover;
};

template <class Memory>
class bounded_fife : public fife_on_timestamps<Memory, bounded_timestamps> {
 public:
  static constexpr std::string_view name = "bounded-fife";
  static constexpr bool withdraws = true;
  using fife_on_timestamps<Memory, bounded_timestamps>::fife_on_timestamps;
};

template <class Memory>
class unbounded_fife : public fife_on_timestamps<Memory, unbounded_timestamps> {
 public:
  static constexpr std::string_view name = "unbounded-fife";
  static constexpr bool withdraws = true;
  using fife_on_timestamps<Memory, unbounded_timestamps>::fife_on_timestamps;
};

}  // namespace doorway
