// One entry of the catalogue: what there is to ask is asked of the lab, and the answers are written down.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "lab/check.hpp"
#include "plan.hpp"

namespace doorway::catalogue_fill {

struct options {
  bool deep = false;   // also what is not quick (lab/catalogue/checks.hpp)
  bool again = false;  // also what has been answered
  double seconds = 600;
  double memory = 12;  // GB
  unsigned threads = 0;
};

// Reads and checks it. Throws std::runtime_error that names the file.
[[nodiscard]] entry read_file(const std::filesystem::path& file);
// As it is laid out; nothing is written if that is what it holds.
void write_file(const std::filesystem::path& file, const entry& algorithm);

class filler {
 public:
  filler(std::filesystem::path file, const options& how);

  // All that the plan asks, what the paper states of variants, and the RMRs.
  void fill();
  // The same questions again, of the deep ones those that took at most as long as is allowed now: other numbers of states are
  // said and written down, other verdicts only said.
  void refresh();
  // For what holds up to a bound and has no mutant yet, and mutants that are not refuted anywhere.
  void find_mutants();
  // One question outside the plan; what was not decided before is asked again, what is not decided stays, as INCONCLUSIVE.
  void ask_one(entry setting, const std::vector<std::string>& properties);
  // What `doorway-lab check NAME --json` has found.
  void take(const entry& report);

 private:
  using answer = std::optional<lab::report>;
  [[nodiscard]] answer ask(const std::string& of, const std::vector<std::string>& properties, const entry& setting,
                           const lab::exploration_limits& limits) const;
  [[nodiscard]] lab::exploration_limits limits(bool deep) const;
  entry* find(const char* list, const std::string& property, const entry& setting);
  void follow(const char* list, const std::string& of, const questions& all);
  void check(const char* list, const std::string& of, const question& one);
  void record(const char* list, const std::string& of, const question& one, const lab::report& found, bool deep);
  void add_mutant(entry& found, const std::string& property, const entry& setting, bool deep) const;
  void refute_mutants();
  void measure();
  void save() const { write_file(file_, algorithm_); }

  const std::filesystem::path file_;
  const options how_;
  entry algorithm_;
  std::string name_;
  mutable std::set<std::string> said_;  // what it lacks: abort, recover
};

}  // namespace doorway::catalogue_fill
