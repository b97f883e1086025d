// -n, -k, -l and --sessions: how big a lock, checked against what the algorithm can be.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>

#include "doorway/core/sections.hpp"
#include "lab/catalogue/entry.hpp"

namespace doorway::lab {

struct size_options {
  std::int64_t n = 8;                  // where it is not given; fewer, if the algorithm is for fewer
  std::int64_t most = most_processes;  // that n may be
  std::optional<std::int64_t> k;
  std::optional<std::int64_t> l;
  std::optional<std::int64_t> sessions;

  void add_to(CLI::App& command);
  [[nodiscard]] bool n_given() const { return n_option_ != nullptr && n_option_->count() > 0; }

  // A usage error unless the numbers make sense for some algorithm.
  void check() const;
  // And for this one: an option that it has no use for is an error.
  void check_fits(const entry& one) const;

  // What is not given: n = 8, or what the command has set; k = 2, l = k + 1, two sessions, as far as n allows; what the algorithm has no use for is left out,
  // and what is too much for it (of --all) is as much as it can have.
  [[nodiscard]] parameters for_algorithm(const entry& one) const;

 private:
  const CLI::Option* n_option_ = nullptr;
};

// The most processes that it can be built for.
[[nodiscard]] std::int64_t most_n(const entry& one);

// "n=8 k=2"
[[nodiscard]] std::string to_string(const parameters& size, const entry& one);

}  // namespace doorway::lab
