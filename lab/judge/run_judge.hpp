// What a run breaks, as somebody sees it who only watches where the processes are: nothing is taken from the search.
//
// Safety (exclusion, declarations, order) is judged where the run ends. Whatever goes on for ever is judged on a round of
// steps that leads back to the state in which it began.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "lab/machine/world.hpp"

namespace doorway::lab {

class witness {
 public:
  explicit witness(const world& of);

  // After each step: where everybody stood before it, and stands now.
  void see(const trace_step& step, const std::vector<observation>& before);
  // From here on steps are those of a round.
  void begin_round();

  // The names of the claims (verdict.hpp, and strong-concurrent-entry) that the run breaks as it stands, and how, in words;
  // `turns`: the round leads back to where it began.
  [[nodiscard]] std::map<std::string, std::string> broken(bool turns) const;

  [[nodiscard]] std::uint32_t inside() const;
  [[nodiscard]] std::uint32_t sessions() const;  // different ones, inside
  [[nodiscard]] std::uint32_t most_crashed() const { return most_crashed_; }
  [[nodiscard]] flaw wrong() const;
  // Whom the last step overtook, if it was a process entering.
  [[nodiscard]] const std::set<process_id>& passed() const { return passed_; }
  // Who is overtaken and waits.
  [[nodiscard]] bool overtaken(process_id p) const { return overtaken_[p]; }
  // Who takes steps all along the round, and never gets out of its entry section.
  [[nodiscard]] std::vector<process_id> waiters() const;

 private:
  // Of one process in the round so far.
  struct round {
    bool steps = false, idle = false, enters = false;
    bool entry = true, waiting = true, exit = true, abort = true;  // all along
    bool overtaken = true, small_crowd = true, one_session = true, first_of_all = true;
    bool stored = true;  // all along, and nothing of it has reached memory
  };
  void order(const trace_step& step, const observation& before, const observation& after);
  void withdraw(process_id p);
  void look();
  [[nodiscard]] bool fair_to_others(process_id p) const;
  [[nodiscard]] bool conflict(process_id a, process_id b) const;

  const world& of_;
  std::vector<std::set<process_id>> ahead_;  // ahead_[b]: who had finished its doorway when b set out, and still waits
  std::vector<bool> overtaken_;
  std::set<process_id> passed_;
  bool order_broken_ = false;  // by the last step
  std::uint32_t most_crashed_ = 0;
  bool in_round_ = false;
  std::vector<round> round_;
};

}  // namespace doorway::lab
