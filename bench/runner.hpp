// Rounds: in each, every contestant does every cell once, in another order than in the round before.
#pragma once

#include <functional>

#include "contestants.hpp"
#include "workloads/workload.hpp"

namespace doorway::bench {

struct effort {
  bool quick = false;
  unsigned rounds = 0;  // 0: the mode's own
};

inline constexpr unsigned full_rounds = 10;

// Adds the tables of one workload. `progress` hears of each round.
void carry_out(const workload& what, const field& who, const effort& how, results& into,
               const std::function<void(const std::string&)>& progress);

}  // namespace doorway::bench
