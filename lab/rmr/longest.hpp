// The dearest way through a graph, from each state to the end of the payer's passage.
//
// Strongly connected components (Tarjan), which come out last first: inside one, a step that costs something can be repeated
// for ever; otherwise all its states have the same dearest way, through the component's exits.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

namespace doorway::lab::rmr {

// A step, in one word.
class payment {
 public:
  payment(std::uint32_t to, bool costs, bool ends)
      : bits_(std::uint64_t{to} << 2U | (costs ? 2U : 0U) | (ends ? 1U : 0U)) {}
  [[nodiscard]] std::uint32_t to() const { return static_cast<std::uint32_t>(bits_ >> 2U); }
  [[nodiscard]] std::uint32_t cost() const { return (bits_ & 2U) != 0 ? 1 : 0; }
  [[nodiscard]] bool ends() const { return (bits_ & 1U) != 0; }  // the payer's passage

 private:
  std::uint64_t bits_;
};

// All states of a few processes, by a number that not all numbers are, and what each step costs one of them.
struct payments {
  std::vector<std::size_t> first_edge{0};
  std::vector<payment> edges;
  struct beginning {
    std::uint32_t state, passage;
  };
  std::vector<beginning> sets_out;  // where the payer begins a passage, and which
  std::size_t states = 0;

  [[nodiscard]] std::size_t size() const { return first_edge.size() - 1; }
  [[nodiscard]] const payment* begin(std::uint32_t state) const { return edges.data() + first_edge[state]; }
  [[nodiscard]] const payment* end(std::uint32_t state) const { return edges.data() + first_edge[state + 1]; }
};

class longest {
 public:
  static constexpr std::uint32_t without_end = std::numeric_limits<std::uint32_t>::max();

  explicit longest(const payments& graph);
  [[nodiscard]] std::uint32_t from(std::uint32_t state) const { return way_[state]; }

 private:
  void visit(std::uint32_t root);
  void close(std::uint32_t root);

  const payments& graph_;
  std::vector<std::uint32_t> way_;
  std::vector<std::uint32_t> number_;  // in the order of discovery, from 1; `done` when its component is closed
  std::vector<std::uint32_t> low_;
  std::vector<std::uint32_t> open_;
  std::uint32_t next_ = 1;
  static constexpr std::uint32_t done = without_end;
};

}  // namespace doorway::lab::rmr
