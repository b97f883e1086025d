// Learning without looking inside: the automaton of a component from its answers alone.
//
// Snapshots (learn_by_snapshot.hpp) trust that all private state lies on the stack. A variable somewhere else would be forgotten, and
// states that differ would be taken for one. This learner trusts nothing: a state is known only by the inputs that lead to
// it from birth, which are replayed on a fresh fiber, and two states are one until some sequence of inputs tells them
// apart. It is active automata learning with a discrimination tree: each leaf is a state, each inner node an input sequence
// whose last observation differs between its branches; a run that contradicts the automaton splits a leaf.
//
// Contradictions are looked for with random runs, and with the automaton of the other learner, where there is one: a
// sequence on which the two disagree is played on the real code, and whichever is wrong is found out. Minimal automata are
// unique, so both must come out the same (automaton.hpp, isomorphic).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <stdexcept>
#include <vector>

#include "lab/automata/automaton.hpp"
#include "lab/automata/component.hpp"

namespace doorway::lab {

// The other learner's automaton does something that the real code does not.
struct forgotten_state : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct replay_limits {
  bool crashes = false;
  std::uint32_t random_runs = 2000;   // that must pass, one after the other, without a contradiction
  std::uint32_t random_length = 150;  // of each
  std::uint32_t seed = 1;
};

class replay_learner {
 public:
  // New values that it writes are numbered in `values`; the readable ones are learned.
  replay_learner(const program& code, process_id p, value_table& values, const replay_limits& limits);
  ~replay_learner();

  // The minimal automaton. With a reference: throws forgotten_state if that is wrong about the code.
  [[nodiscard]] automaton learn(const automaton* reference = nullptr);

  // How many steps of the real code it took.
  [[nodiscard]] std::uint64_t steps() const { return steps_; }

 private:
  // An input by its number; drain_symbol; crash_base and above: a crash that leaves value number (symbol - crash_base).
  using symbol = std::uint32_t;
  using sequence = std::vector<symbol>;
  static constexpr symbol crash_base = symbol{1} << 30U;
  static constexpr symbol drain_symbol = crash_base - 1;
  struct leaf;
  struct branch;

  [[nodiscard]] std::optional<observation> play(const sequence& inputs);
  [[nodiscard]] std::vector<symbol> alphabet(const observation& at) const;
  bool take(symbol what);
  std::uint32_t sift(const sequence& access);
  void close();
  [[nodiscard]] std::uint32_t follow(const sequence& inputs, std::size_t count) const;
  void split(const sequence& run);
  [[nodiscard]] std::optional<sequence> contradiction(const automaton* reference);
  [[nodiscard]] std::optional<sequence> disagreement(const automaton& reference);
  [[nodiscard]] automaton result() const;

  value_table& values_;
  replay_limits limits_;
  automaton frame_;  // p and its own registers, no states
  component runner_;
  std::mt19937 random_;
  std::vector<leaf> leaves_;
  std::vector<branch> tree_;
  std::uint64_t steps_ = 0;
};

}  // namespace doorway::lab
