// A run of the real code, one step at a time: the fibers and a plain array of registers. No automata, no product.
//
// Who takes the next step is the business of a scheduler: random walks (automata/value_sampling.cpp) and the crew whose RMRs are
// counted (rmr/crew.hpp) just take steps. Directed schedules, and counterexamples that are played again, trust nobody: for them
// take() refuses a step that the code or the registers would not take, and tells what happened.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lab/automata/component.hpp"
#include "lab/machine/call_site.hpp"
#include "lab/machine/program.hpp"
#include "lab/machine/step.hpp"

namespace doorway::lab {

class world {
 public:
  // saved: save() will be asked for. If not, steps are faster.
  explicit world(const program& code, bool saved = true);
  // Back to the beginning.
  void reset();

  // What a step did.
  struct deed {
    operation what;          // that the process was about to do
    word value = 0;          // read, written, or the number of the choice
    bool flickered = false;  // it met a write: the value is arbitrary
  };
  // p, which can_move, takes its next step. `chosen`: what nothing else decides (undecided).
  deed step(process_id p, word chosen = 0);
  // p crashes. `left`: what a register holds then that p alone was writing.
  void crash(process_id p, word left = 0);
  // The oldest store of p, which has one, reaches memory.
  void drain(process_id p);

  // p takes the step that it is about to take, or crashes.
  struct move {
    process_id p = 0;
    bool crash = false;
    // What nothing else decides: a choice; what a read sees that meets a write; what is left by writes that overlapped, or
    // by a crash inside one.
    std::optional<word> value;
    bool drain = false;  // no step of p: its oldest store reaches memory
  };
  // Takes it and tells it; a step that cannot be is a complaint, and then nothing has changed.
  [[nodiscard]] std::string take(const move& how, trace_step& told);
  // Takes this very step and tells it again, with its label, or complains.
  [[nodiscard]] std::string take(const trace_step& told, trace_step* again = nullptr);

  [[nodiscard]] const program& code() const { return code_; }
  [[nodiscard]] process_id n() const { return static_cast<process_id>(processes_.size()); }
  [[nodiscard]] const observation& view(process_id p) const { return processes_[p]->now(); }
  [[nodiscard]] const process& runs(process_id p) const { return processes_[p]->runs(); }
  [[nodiscard]] std::vector<observation> views() const;
  [[nodiscard]] const std::vector<word>& registers() const { return registers_; }
  [[nodiscard]] const register_info& info(std::uint32_t where) const { return info_[where]; }
  // Somebody is writing it: a read of it now may return anything.
  [[nodiscard]] bool in_progress(std::uint32_t where) const;
  [[nodiscard]] bool can_move(process_id p) const;
  // The line of the text at which p has posted its last access, where it has.
  [[nodiscard]] const source_line& site(process_id p) const { return sites_[p]; }
  // What p is about to do wrong; empty: nothing.
  [[nodiscard]] std::string mistake(process_id p) const;
  [[nodiscard]] bool may_crash(process_id p) const {
    return !view(p).crashed && view(p).at != stage::remainder && !view(p).has_stores();
  }
  // The value that the next step of p needs from outside is missing: see move::value.
  [[nodiscard]] bool undecided(process_id p) const;

  // All that there is to know. Equal states have equal futures; where fibers cannot be saved, only what can be seen counts.
  struct state {
    std::vector<component::state> processes;
    std::vector<word> registers;
    std::vector<bool> torn;
    bool operator==(const state& other) const;
  };
  [[nodiscard]] state save() const;

 private:
  void note(process_id p);
  [[nodiscard]] std::string objection(const move& how) const;

  const program& code_;
  const std::vector<register_info>& info_;
  std::vector<word> registers_;
  std::vector<bool> torn_;  // two writes have overlapped since nobody was writing it
  std::vector<std::unique_ptr<component>> processes_;
  std::vector<source_line> sites_;  // of what each is about to do
};

}  // namespace doorway::lab
