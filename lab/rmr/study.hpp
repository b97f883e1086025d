// A study: all that `doorway-lab rmr` says about one algorithm in one model.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "lab/rmr/exact.hpp"
#include "lab/rmr/growth.hpp"
#include "lab/rmr/local_spin.hpp"
#include "lab/rmr/measure.hpp"

namespace doorway::lab::rmr {

inline constexpr const char* paper_schedule = "paper";

struct inquiry {
  std::string name;                            // of the algorithm
  maker make;                                  // of it
  cost_model model;                            //
  std::vector<process_id> sizes;               // n
  std::vector<std::string> schedules;          // "random", "round-robin", "greedy", "paper"
  std::function<parameters(process_id)> size;  // for each n
  limits bounds{};
  process_id active = 0;  // so many of the n ever run; 0: all
  std::uint64_t seed = 1;
  std::vector<process_id> exact{};  // search all schedules of so many processes
  std::function<void(const std::string&, process_id)> progress = [](const auto&, auto) {};
};

struct line {
  std::string schedule;
  std::vector<figures> by_n;
  std::optional<growth> mean;   // nothing where there are too few n
  std::optional<growth> worst;  // nor where waiting costs without bound, unless the schedule is a paper's
};

struct exact_row {
  parameters size;
  std::uint32_t passages = 0;
  exact_worst found;
};

struct study {
  std::vector<line> lines;
  waiting waits;
  std::vector<exact_row> exact;
};

// Does some paper give a schedule for this algorithm?
[[nodiscard]] bool has_paper_schedule(const std::string& name);

[[nodiscard]] study carry_out(const inquiry& what);

// For each n the largest number of RMRs of a passage that was found, whatever the schedule.
[[nodiscard]] std::vector<point> worst_by_n(const study& of);

}  // namespace doorway::lab::rmr
