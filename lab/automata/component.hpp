// A component: one process together with the registers that only it writes.
//
// Seen from outside it is an automaton. It shows an observation (what it is about to do, where it is in its passage, what
// its own registers hold), takes an input (the value read, the choice made, a crash, or just "go on"), and shows the next.
// A process's private state is a function of the inputs it has had, so this is all that there is to know about it. The
// learner (learn_by_snapshot.hpp) finds the automaton by running the real code here.
//
// Under x86-TSO (setting::buffer) its store buffer is part of it: a store goes to the buffer's end, and an input of its own, a
// drain, lets the oldest one reach memory, which is when others see it. The process itself reads the newest value in its
// buffer. A write (an announce of the algorithm, a fetch-and-add, a call of the kernel) waits until the buffer is empty, and a
// store until it is not full. A process dies with an empty buffer: its stores reach memory whether it goes on or not, and the
// kernel lets its locks go after that; so dying earlier is the same as not moving until then.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lab/machine/memory.hpp"
#include "lab/machine/process.hpp"
#include "lab/machine/program.hpp"

namespace doorway::lab {

struct observation {
  operation next;
  stage at = stage::remainder;
  bool crashed = false;  // outside its remainder; keeps its place in the critical section if it was there
  word session = 0;
  std::vector<word> own;  // the values of owned(p), in that order; as others see them
  // x86-TSO:
  operation oldest{};   // what a drain does: a store; done, if the buffer is empty
  bool held = false;    // its next step must wait for a drain
  bool hidden = false;  // it has finished its doorway, and not all of the doorway's stores have reached memory
  std::optional<word> buffered{};  // it is about to read a register whose newest value is in its own buffer

  [[nodiscard]] bool has_stores() const { return oldest.kind == action::store; }
  bool operator==(const observation&) const = default;
};

struct input {
  enum class kind : std::uint8_t { go, answer, crash, drain } what = kind::go;
  // answer: the value read, or the number of the choice; crash: what a half-written safe register is left with
  word value = 0;
};

// The registers that only p writes, ascending.
[[nodiscard]] std::vector<std::uint32_t> owned(const std::vector<register_info>& registers, process_id p);

class component {
 public:
  // by_order: its tickets are known by their order (ticket_order.hpp), and each passage begins on an empty stack
  // unless the program carries something from one to the next.
  component(const program& code, process_id p, bool by_order = false);
  component(const component&) = delete;
  component& operator=(const component&) = delete;

  [[nodiscard]] const observation& now() const { return seen_; }
  [[nodiscard]] process_id id() const { return p_; }
  [[nodiscard]] const process& runs() const { return process_; }

  // Nobody is going to save it: its steps are faster.
  void never_saved() { saved_ = false; }
  // Back to the beginning of its life.
  void reset();
  // One step. The input must be one that the pending operation allows: the learner's business.
  void take(const input& what);

  // One store in its buffer.
  struct stored {
    std::uint32_t where;
    word value;
    bool of_doorway;
    bool operator==(const stored&) const = default;
  };

  // The whole state as bytes, for learning by snapshots. Equal bytes, equal futures.
  struct state {
    fiber::bytes stack;
    position where;
    observation seen;
    std::vector<stored> buffer{};
  };
  [[nodiscard]] state save() const;
  void restore(const state& from);

  // Tickets: the maximum of registers that hold none.
  void count_tickets_from(word zero) { process_.no_ticket = zero; }

 private:
  static void begin(void* self);
  void give_birth(bool recovering);
  void go_on(word answer);
  void look();
  void go_wrong(std::uint32_t where, flaw how) { seen_.next = {action::bad, where, static_cast<word>(how)}; }
  [[nodiscard]] bool is_outside(std::uint32_t where, word value) const;
  void look_at_buffer();
  void drain();
  void crash(word left);
  [[nodiscard]] bool owns(std::uint32_t where) const { return slot_[where] != none; }

  static constexpr std::uint32_t none = ~std::uint32_t{0};
  const program& code_;
  process_id p_;
  bool by_order_;
  bool saved_ = true;
  bool recovering_ = false;
  std::vector<std::uint32_t> slot_;  // of each register in observation::own, or none
  process process_;
  observation seen_;
  std::vector<stored> buffer_;  // the oldest first
};

}  // namespace doorway::lab
