// unbounded-timestamps: a concurrent timestamp system on tickets: Label and Scan in O(n) steps, n registers without a bound.
//
// The labels of the bakery (L. Lamport, CACM 17(8), 1974). What a timestamp system is: algorithms/blocks/timestamps.hpp.
//
//     shared  TS[0..n-1]  in N, all 0                    TS[p] = the timestamp of p
//     DSM     TS[p] is local to p
//
//     Label_p:
//     L1  m := max(TS[0..n-1])
//     L2  TS[p] := m+1
//     Scan_p:
//     S1  for all j: t[j] := TS[j]
//         return 0..n-1 sorted by (t[j], j)
//
// Why it is one: the instances of a label, ordered by (timestamp, process), are totally ordered; those of one process grow; a
// Label that begins after another has ended reads its timestamp or a later one, and takes a larger one; and what a Scan
// reads of a process was its timestamp at the beginning of the Scan, or was written by a Label that overlaps it.
//
// Notes
// - Fences: every write is an announce; which of them need not be has not been asked (docs/fences.md).
// - before(p) reads its own timestamp first, once, and keeps only which of the others come before it.
#pragma once

#include "doorway/algorithms/blocks/timestamps.hpp"
#include "doorway/core/process_set.hpp"
#include "doorway/core/registers.hpp"
#include "doorway/core/tickets.hpp"

namespace doorway {

template <class Memory>
class unbounded_timestamps {
 public:
  static constexpr process_id most = most_processes;
  using view = timestamp_view<most>;

  constexpr unbounded_timestamps(Memory& memory, process_id n)
      : n_(n), TS(memory, {.name = "TS", .rows = n_, .home = home::row, .writer = writer::row}) {}

  constexpr void label(process_id p) const {
    const word m = TS.max();  // L1
    TS.announce(p, m + 1);    // L2
  }

  constexpr void scan(process_id /*p*/, view& seen) const {
    for (process_id j = 0; j < n_; ++j) seen[j] = TS.read(j);  // S1
  }
  [[nodiscard]] constexpr bool precedes(const view& seen, process_id i, process_id j) const {
    return doorway::precedes({seen[i], i}, {seen[j], j});
  }

  [[nodiscard]] constexpr process_set before(process_id p) const {
    process_set ahead;
    const word mine = TS.read(p);
    for (process_id j = 0; j < n_; ++j)  // S1
      if (j != p && doorway::precedes({TS.read(j), j}, {mine, p})) ahead.insert(j);
    return ahead;
  }

 protected:
  process_id n_;
  registers<Memory> TS;
};

}  // namespace doorway
