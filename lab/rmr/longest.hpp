// The dearest way through a graph, from each state to the end of the payer's passage.
//
// Strongly connected components (Tarjan), which come out last first: inside one, a step that costs something can be repeated
// for ever; otherwise all its states have the same dearest way, through the component's exits.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "lab/rmr/state_graph.hpp"

namespace doorway::lab::rmr {

class longest {
 public:
  static constexpr std::uint32_t without_end = std::numeric_limits<std::uint32_t>::max();

  explicit longest(const state_graph& graph);
  [[nodiscard]] std::uint32_t from(std::uint32_t state) const { return way_[state]; }

 private:
  void visit(std::uint32_t root);
  void close(std::uint32_t root);

  const state_graph& graph_;
  std::vector<std::uint32_t> way_;
  std::vector<std::uint32_t> number_;  // in the order of discovery, from 1; `done` when its component is closed
  std::vector<std::uint32_t> low_;
  std::vector<std::uint32_t> open_;
  std::uint32_t next_ = 1;
  static constexpr std::uint32_t done = without_end;
};

}  // namespace doorway::lab::rmr
