// A concurrent timestamp system: who came first, for those who took a label at some time or other.
//
// As M. Zehavi needs it (algorithms/k_exclusion/bounded_fife.hpp; section III), after Y. Afek et al., TOPLAS 16(3), 1994. Every process p may
// take a new label (Label_p) and may ask for the order of all labels (Scan_p), which is a permutation of the processes.
//
//     consistency  while two processes are outside Label, all Scans made meanwhile order them in the same way
//     persistence  if a Scan made while p is outside Label has found p < i, every Scan finds it that begins when the Label_i that
//                  was going on then (if any) has ended, and that ends before p takes another label
//     property 1   if Label_p began after Label_q had ended, every Scan finds q < p that begins after both have ended, and that
//                  ends before q takes another label
//     property 2   among processes that have taken a label and have scanned since, there is one whose Scan has put all the others
//                  before it, and none of them began its label after that one's had ended
// lab/timestamps/monitor.hpp is these four as a monitor.
//
// A timestamp system T<Memory> for n processes, n <= T::most, offers
//
//     T(Memory&, n)                 declares its registers
//     label(p)                      Label_p
//     before(p)                     Scan_p, and of the permutation only which processes come before p: all that the locks need
//     scan(p, view)                 Scan_p, with everything it has seen
//     precedes(view, i, j)          does i come before j in the permutation?
//
// label and scan of p are called by p only, one at a time, and take O(n) of p's steps. There is no private state: what must be
// known in the next Label or Scan is in registers of p's own. So a process that dies in the middle needs no recovery.
#pragma once

#include <array>
#include <concepts>

#include "doorway/core/process_set.hpp"
#include "doorway/core/registers.hpp"

namespace doorway {

// One label for each process; at most that many.
template <process_id Most>
using timestamp_view = std::array<word, Most>;

template <class T>
concept timestamp_system = requires(const T& system, process_id p, typename T::view& seen) {
  { T::most } -> std::convertible_to<process_id>;
  system.label(p);
  system.scan(p, seen);
  { system.before(p) } -> std::same_as<process_set>;
  { system.precedes(seen, p, p) } -> std::same_as<bool>;
};

}  // namespace doorway
