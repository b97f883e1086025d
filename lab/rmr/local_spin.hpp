// Does waiting itself cost RMRs? An algorithm is local-spin if a passage costs a bounded number of them (thesis, section 1.5).
//
// Two questions, both asked of small crews, every process being the one that waits:
//
//   while nobody moves   The critical section is full and everybody else stands still; the process evaluates its await again
//                        and again. The first evaluations fetch what it needs; if a later one still costs an RMR, so will
//                        all that follow: not local-spin.
//   while others move    The others go round and round and try to make the process pay (the greedy schedule, which never lets
//                        it go in as long as anybody else can do anything). If it still waits after hundreds of their
//                        passages and has paid all along, its passage has no bound: not local-spin either. If it has not, we
//                        have found no such schedule; that is no proof.
#pragma once

#include <cstdint>
#include <vector>

#include "lab/rmr/crew.hpp"

namespace doorway::lab::rmr {

struct waiting {
  bool met = false;                  // somebody waited at all; else nothing has been said
  std::uint64_t per_evaluation = 0;  // while nobody moves: the most RMRs of a late evaluation
  process_id still_n = 0;            // in this crew
  process_id still_waiter = 0;

  bool without_end = false;           // while others move: it paid as long as they went on
  std::uint64_t paid = 0;             // the most that the waiting process was found to pay in its passage ..
  std::uint64_t others_passages = 0;  // .. while the others made so many
  process_id moving_n = 0;
  process_id moving_waiter = 0;

  [[nodiscard]] bool local_spin() const { return per_evaluation == 0 && !without_end; }
};

struct crew_maker {
  maker make;
  parameters size;  // n is chosen by the question, and at most this; 0: as large as need be
  const cost_model& model;
};

[[nodiscard]] waiting observe_waiting(const crew_maker& whose, std::uint64_t seed);

}  // namespace doorway::lab::rmr
