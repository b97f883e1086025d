// Schedules: who takes the next step.
#pragma once

#include <cstdint>
#include <memory>
#include <random>
#include <string_view>
#include <vector>

#include "lab/rmr/crew.hpp"

namespace doorway::lab::rmr {

class schedule {
 public:
  schedule() = default;
  schedule(const schedule&) = delete;
  schedule& operator=(const schedule&) = delete;
  virtual ~schedule() = default;

  [[nodiscard]] virtual process_id next(const crew& all) = 0;
  virtual void took(const crew&, process_id, const step_taken&) {}
};

// Every process that does not doze, in turn, one step each.
class round_robin final : public schedule {
 public:
  process_id next(const crew& all) override;

 private:
  process_id last_ = 0;
};

// A process drawn at random takes 1, 2, 4, .. or about 4n steps in a row (drawn too), so that some processes are now and
// then much faster than others.
class at_random final : public schedule {
 public:
  explicit at_random(std::uint64_t seed) : chance_(seed) {}
  process_id next(const crew& all) override;

 private:
  std::mt19937_64 chance_;
  process_id who_ = 0;
  std::uint64_t left_ = 0;
};

// Always the step that costs somebody most. Somebody is one process, the victim, for one of its passages; then the next
// process. In this order:
//   1. the victim's step, if it is a read that is remote and will show what the victim has seen there before: it pays and
//      learns nothing. (After 4n of these it is the turn of the others for 4n steps: where re-reading always costs, nobody
//      would ever come in otherwise.)
//   2. a write by another process to what the victim holds in its cache;
//   3. a step of another process, at random, for 0, 1, 3, .. or about 4n steps, drawn anew for each step of the victim:
//      what it is about to read may be written meanwhile;
//   4. the victim's step.
class greedy final : public schedule {
 public:
  // stay: the same victim for ever. hold_back: rule 4 only when all others doze.
  explicit greedy(std::uint64_t seed, process_id victim = 0, bool stay = false, bool hold_back = false)
      : chance_(seed), victim_(victim), stay_(stay), hold_back_(hold_back) {}
  process_id next(const crew& all) override;
  void took(const crew& all, process_id p, const step_taken& step) override;

 private:
  [[nodiscard]] bool pays_for_nothing(const crew& all) const;
  [[nodiscard]] process_id some_other(const crew& all);

  std::mt19937_64 chance_;
  process_id victim_;
  bool stay_, hold_back_;
  std::uint64_t in_a_row_ = 0;  // rule 1: reads so far
  std::uint64_t since_ = 0;     // steps of others since the victim's last
  std::uint64_t others_ = 0;    // rule 3: steps left
  struct memory {
    bool any = false;
    word value = 0;
  };
  std::vector<memory> seen_;  // by the victim, by register
};

// "random", "round-robin", "greedy".
[[nodiscard]] std::unique_ptr<schedule> make_schedule(std::string_view name, std::uint64_t seed);

}  // namespace doorway::lab::rmr
