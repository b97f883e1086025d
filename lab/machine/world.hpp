// A run of the real code, one step at a time: the fibers and a plain array of registers. No automata, no product.
//
// It is what directed schedules are performed on, and how a counterexample is played again: so it trusts nobody, and
// refuses a step that the code or the registers would not take.
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
  explicit world(const program& code);

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
  // Takes this very step, or complains.
  [[nodiscard]] std::string take(const trace_step& told);

  [[nodiscard]] const program& code() const { return code_; }
  [[nodiscard]] process_id n() const { return static_cast<process_id>(processes_.size()); }
  [[nodiscard]] const observation& view(process_id p) const { return processes_[p]->now(); }
  [[nodiscard]] std::vector<observation> views() const;
  [[nodiscard]] const std::vector<word>& registers() const { return registers_; }
  [[nodiscard]] const register_info& info(std::uint32_t where) const { return info_[where]; }
  // Somebody is writing it: whoever reads it now may see anything.
  [[nodiscard]] bool in_progress(std::uint32_t where) const;
  [[nodiscard]] bool can_move(process_id p) const;
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
  [[nodiscard]] std::string drain(process_id p, trace_step& told);

  const program& code_;
  const std::vector<register_info>& info_;
  std::vector<word> registers_;
  std::vector<bool> torn_;  // two writes have overlapped since nobody was writing it
  std::vector<std::unique_ptr<component>> processes_;
  std::vector<source_line> sites_;  // of what each is about to do
};

}  // namespace doorway::lab
