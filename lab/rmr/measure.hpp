// RMRs per passage of one algorithm, for one model, one schedule and one n.
#pragma once

#include <cstdint>

#include "lab/rmr/crew.hpp"
#include "lab/rmr/schedule.hpp"

namespace doorway::lab::rmr {

struct limits {
  std::uint64_t passages = 2000;    // of all processes together
  std::uint64_t steps = 1'000'000;  // then it ends even if they are not all made
};

struct figures {
  process_id n = 0;
  std::uint64_t passages = 0;  // ended ones
  std::uint64_t steps = 0;
  double mean = 0;            // RMRs of an ended passage
  std::uint64_t worst = 0;    // RMRs of any passage: one that has not ended has paid for what it did so far
  process_id worst_of = 0;    // whose it was
  std::uint64_t blocked = 0;  // the paper's schedule only: how often the victim had to withdraw
};

[[nodiscard]] figures measure(crew& all, schedule& how, const limits& bounds);

}  // namespace doorway::lab::rmr
