// Learning: the automaton of each component, found by running the real code from every state on every value.
//
// A state is recognised by its bytes (component::state): the stack, the lab's own notes, the pending operation and the own
// registers. Which values a register can hold is not known beforehand, and with tickets not even bounded if one takes
// "every value that anybody may write" for an answer. So values become readable as they are seen to occur: first in random
// runs of the whole system (value_sampling.hpp), then in the exploration of the product, which traps wherever it meets a value for which nothing
// has been learned and asks for more (check.cpp repeats until nothing is missing).
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <unordered_map>
#include <vector>

#include "lab/automata/automaton.hpp"
#include "lab/automata/component.hpp"

namespace doorway::lab {

// The private states are too many to learn them all beforehand.
struct too_rich : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A process has done something with its tickets that is neither comparing nor adding one (ticket_order.hpp).
struct not_by_order : too_rich {
  using too_rich::too_rich;
};

struct learning_limits {
  std::uint32_t states = 400'000;             // of one component
  std::size_t bytes = std::size_t{2} << 30U;  // of all snapshots
  bool crashes = false;                       // learn what a crash leaves behind
  bool by_order = false;                      // tickets are known by their order only (ticket_order.hpp)
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
};

// After a step with this input, `after` being shown: what a fetch-and-add has left gets a number. (One that goes wrong leaves
// all as it was.)
void number_sum(const operation& done, const input& with, const observation& after, value_table& values);

class learner {
 public:
  // Numbers new values in `values`, and learns those that are readable.
  learner(const program& code, value_table& values, const learning_limits& limits);
  ~learner();
  learner(const learner&) = delete;
  learner& operator=(const learner&) = delete;

  // Learns every readable input of every known state, and of the states this leads to.
  void close();
  // What one state does on one input, learned now if it was not known.
  std::uint32_t step(process_id p, std::uint32_t state, std::uint32_t with);
  const std::vector<std::uint32_t>& crash(process_id p, std::uint32_t state);
  std::uint32_t drain(process_id p, std::uint32_t state);  // unknown if its buffer is empty

  // The tickets (ticket_order.hpp) that p has somewhere in this state, ascending; the state that is the same with others in
  // their places.
  const std::vector<word>& tickets(process_id p, std::uint32_t state);
  std::uint32_t renamed(process_id p, std::uint32_t state, const std::vector<word>& to);
  // Throws not_by_order about the step that p takes from this state.
  [[noreturn]] void refuse(process_id p, std::uint32_t state) const;

  [[nodiscard]] const std::vector<automaton>& automata() const { return automata_; }
  [[nodiscard]] std::uint64_t steps() const { return steps_; }

 private:
  struct known;
  std::uint32_t intern(process_id p);
  void compare_with_real_tickets(process_id p, std::uint32_t state, input what);

  const program& code_;
  value_table& values_;
  learning_limits limits_;
  std::vector<automaton> automata_;
  std::vector<std::unique_ptr<known>> known_;  // by process
  std::size_t bytes_ = 0;
  std::uint64_t steps_ = 0;
};

// What taking input number `with` means at a state that shows `now`.
[[nodiscard]] input meaning(const automaton& of, const observation& now, std::uint32_t with, const value_table& values);
// How many inputs there are at a state that shows `now`.
[[nodiscard]] std::uint32_t inputs(const automaton& of, const observation& now, const value_table& values);

}  // namespace doorway::lab
