// All states of a few processes, with what each step costs one of them.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "lab/rmr/exact.hpp"
#include "lab/rmr/local_states.hpp"

namespace doorway::lab::rmr {

// A step, in one word.
class edge {
 public:
  edge(std::uint32_t to, bool costs, bool ends)
      : bits_(std::uint64_t{to} << 2U | (costs ? 2U : 0U) | (ends ? 1U : 0U)) {}
  [[nodiscard]] std::uint32_t to() const { return static_cast<std::uint32_t>(bits_ >> 2U); }
  [[nodiscard]] std::uint32_t cost() const { return (bits_ & 2U) != 0 ? 1 : 0; }
  [[nodiscard]] bool ends() const { return (bits_ & 1U) != 0; }  // the payer's passage

 private:
  std::uint64_t bits_;
};

class state_graph {
 public:
  state_graph(const subject& what, const cost_model& model, const exact_bounds& bounds, process_id payer,
              std::vector<std::unique_ptr<local_states>>& locals);

  // False if there are more states than the bounds allow.
  bool explore();

  [[nodiscard]] std::size_t size() const { return first_edge_.size() - 1; }
  [[nodiscard]] const edge* begin(std::uint32_t state) const { return edges_.data() + first_edge_[state]; }
  [[nodiscard]] const edge* end(std::uint32_t state) const { return edges_.data() + first_edge_[state + 1]; }

  // Is the payer in its remainder, about to set out on a passage? Which?
  [[nodiscard]] bool sets_out(std::uint32_t state) const;
  [[nodiscard]] std::uint32_t passage(std::uint32_t state) const;

 private:
  // A state unpacked.
  struct picture {
    std::vector<std::uint32_t> local;  // by process
    std::vector<std::uint8_t> value;   // by register, as a number of values_
    std::vector<copy> held;            // by register, the payer's
  };
  [[nodiscard]] std::uint8_t number_of(word value);
  void unpack(std::uint32_t state, picture& out) const;
  std::uint32_t pack(const picture& in);
  void step(const picture& now, process_id p, word session);
  [[nodiscard]] bool pay(picture& next, process_id p, const operation& what) const;
  void grow_index();
  [[nodiscard]] std::uint64_t hash(const std::uint8_t* packed) const;

  const subject& what_;
  cost_model model_;
  exact_bounds bounds_;
  process_id payer_;
  std::vector<std::unique_ptr<local_states>>& locals_;
  std::size_t registers_, width_;
  std::vector<word> values_;
  std::vector<std::uint8_t> packed_;  // width_ bytes a state
  std::vector<std::uint32_t> index_;  // open addressing; state + 1
  std::vector<std::uint8_t> scratch_;
  std::size_t states_ = 0;
  std::vector<std::size_t> first_edge_{0};
  std::vector<edge> edges_;
};

}  // namespace doorway::lab::rmr
