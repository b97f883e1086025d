// What a run breaks, as somebody sees it who only watches where the processes are: nothing is taken from the search.
//
// Safety is judged where the run ends. Whatever goes on for ever is judged on a round of steps that leads back to the state in
// which it began.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "lab/machine/world.hpp"

namespace doorway::lab {

[[nodiscard]] inline bool waits(const observation& seen) {
  return !seen.crashed && (seen.at == stage::waiting || seen.at == stage::awaiting);
}
[[nodiscard]] inline bool in_entry_section(const observation& seen) {
  return waits(seen) || (!seen.crashed && seen.at == stage::doorway);
}
[[nodiscard]] inline bool is_outside(const observation& seen) { return seen.at == stage::remainder && !seen.crashed; }
[[nodiscard]] inline bool is_at(const observation& seen, stage where) { return !seen.crashed && seen.at == where; }

class witness {
 public:
  // Where everybody stands after a step.
  struct moment {
    trace_step step;  // that led here; at the first, none
    std::vector<observation> all;
    std::vector<bool> can_move;
  };
  explicit witness(const world& of) : of_(of) { note({}); }

  // After each step.
  void see(const trace_step& step) { note(step); }
  // From here on steps are those of a round.
  void begin_round() { round_ = moments_.size() - 1; }

  // The names of the properties that the run breaks as it stands, and how, in words; `turns`: the round leads back to where it
  // began.
  [[nodiscard]] std::map<std::string, std::string> broken(bool turns) const;

  [[nodiscard]] const program& code() const { return of_.code(); }
  [[nodiscard]] const world& now() const { return of_; }
  [[nodiscard]] process_id n() const { return of_.n(); }
  [[nodiscard]] bool groups() const { return code().solves() == problem::group_exclusion; }
  [[nodiscard]] std::uint32_t inside() const;
  [[nodiscard]] std::uint32_t sessions() const;  // different ones, inside
  [[nodiscard]] std::uint32_t most_crashed() const;
  [[nodiscard]] flaw wrong() const;

  [[nodiscard]] const std::vector<moment>& moments() const { return moments_; }
  // Did the step that led there bring its process inside?
  [[nodiscard]] bool enters(std::size_t at) const;

  // Of the round. Is it so(moment, its number) all along?
  template <class So>
  [[nodiscard]] bool all_along(const So& so) const {
    for (std::size_t i = round_; i < moments_.size(); ++i)
      if (!so(moments_[i], i)) return false;
    return true;
  }
  [[nodiscard]] bool takes_steps(process_id p) const;
  [[nodiscard]] bool enters_never(process_id p) const {  // though it wants to
    return all_along([&](const moment& at, std::size_t) { return in_entry_section(at.all[p]); });
  }
  [[nodiscard]] bool nobody_enters() const;
  // Does every other process take a step, or rest?
  [[nodiscard]] bool is_fair_to_others(process_id p) const;
  [[nodiscard]] bool few_compete() const;  // k at most
  // Who takes steps all along the round, and never gets out of its entry section.
  [[nodiscard]] std::vector<process_id> waiters() const;

 private:
  void note(const trace_step& step);
  [[nodiscard]] bool hardware_stops() const;

  const world& of_;
  std::vector<moment> moments_;
  std::size_t round_ = 0;
};

}  // namespace doorway::lab
