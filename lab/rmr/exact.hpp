// The worst passage, exactly: every schedule of a few processes with a few passages each, one process paying.
//
// What one process pays depends on nothing but its own copies (or homes), so a state is: where each process is, the
// registers, and the payer's copies. The states form a finite graph, an edge costs 1 if it is an RMR of the payer, and the
// worst passage is the longest way from the payer's remainder back to it. A cycle that costs something means that there is no
// longest way: a waiting process may pay without end. (A cycle that costs nothing is somebody who waits: it does no harm.)
#pragma once

#include <cstdint>

#include "lab/rmr/cost_model.hpp"
#include "lab/rmr/program.hpp"

namespace doorway::lab::rmr {

struct exact_worst {
  bool complete = false;  // all schedules seen; else nothing below counts
  bool without_end = false;
  std::uint64_t rmrs = 0;     // of the worst passage of any process
  process_id payer = 0;       // whose it is
  std::uint32_t passage = 0;  // its first (0), second, ..
  std::size_t states = 0;     // of all payers together
};

// False in builds whose fibers cannot be put away (sanitizers).
[[nodiscard]] bool can_search_exactly();
// Every schedule of what.how().passages of each process. It is given up beyond `most` states for one payer.
[[nodiscard]] exact_worst search_exactly(const program& what, const cost_model& model, std::size_t most = 6'000'000);

}  // namespace doorway::lab::rmr
