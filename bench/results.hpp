// What was measured, as data: the report is made from this, and so from results.json, alone.
#pragma once

#include <chrono>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "lock.hpp"

namespace doorway::bench {

// A place in the tables: everybody who can do it does it, once in each round.
struct cell {
  std::string workload;
  std::string where;        // "threads" or "processes"
  unsigned workers = 1;     //
  unsigned k = 1;           //
  unsigned section_ns = 0;  // inside
  unsigned timeout_us = 0;  // for those who give up
  bool operator==(const cell&) const = default;
};

using sample = std::map<std::string, double>;  // metric, value

struct row {
  std::string lock;
  kind what = kind::barging;
  std::map<std::string, std::vector<double>> rounds;  // metric: its value in each round

  void add(const sample& round) {
    for (const auto& [metric, value] : round) rounds[metric].push_back(value);
  }
};

struct table {
  cell at;
  std::vector<row> rows;
  [[nodiscard]] const row* find(const std::string& lock) const;
};

struct machine {
  std::string processor, system, compiler, date;
  unsigned processors = 0;
  double load = 0;  // how many processors others kept at work, in the two seconds before the start
  // For how long a thread that waits for nobody is stopped at worst within 3 s, with one on each processor: median of five.
  double longest_pause_ms = 0;
  bool busy() const { return load > 0.1; }
  static machine of_this();
};
[[nodiscard]] double longest_pause_ms(std::chrono::milliseconds within);

struct results {
  machine on;
  std::string mode;  // "full" or "quick"
  unsigned rounds = 0;
  double seconds = 0;
  double work_ns_per_turn = 0, clock_ns = 0;
  std::vector<std::string> missing;  // peers
  std::vector<table> tables;

  [[nodiscard]] const table* find(const cell& at) const;
};

// Medians of what was measured, and of the ratio in each round. Nothing (not a number) where there is none.
[[nodiscard]] double middle(const row* of, const std::string& metric);
[[nodiscard]] double ratio(const row* of, const row* to, const std::string& metric);

[[nodiscard]] nlohmann::json to_json(const results& what);
[[nodiscard]] results from_json(const nlohmann::json& file);

}  // namespace doorway::bench
