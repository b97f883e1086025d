#include "lab/rmr/burns_lamport.hpp"

#include <stdexcept>
#include <string>

namespace doorway::lab::rmr {

namespace {

class director {
 public:
  director(const program& what, const cost_model& model)
      : flags_(find_flags(what)), all_(what, model, 0), last_(all_.size() - 1) {}

  figures run() {
    // Processes are numbered from 0 here: P_i is i-1, P_N is last_.
    for (process_id first = 0; first < last_; ++first) {
      until_flag(last_, true);
      for (process_id j = last_; j-- > first;) {
        until_flag(j, true);
        if (j + 1 < last_) until_flag(j + 1, false);
        until_flag(last_, false);
      }
      until_home(first);
    }
    until_home(last_);
    seen_.n = all_.size();
    seen_.worst = all_.rmrs(last_);
    seen_.worst_of = last_;
    seen_.mean = static_cast<double>(sum_) / static_cast<double>(seen_.passages);
    return seen_;
  }

 private:
  static std::uint32_t find_flags(const program& what) {
    const auto& registers = what.shared().registers();
    for (std::uint32_t r = 0; r < registers.size(); ++r)
      if (registers[r].name.starts_with("Competing")) return r;
    throw std::logic_error("the schedule of Burns and Lamport needs an array called Competing");
  }

  step_taken step(process_id p) {
    const auto taken = all_.step(p);
    ++seen_.steps;
    const bool lowers = taken.what.kind == action::write && taken.what.where == flags_ + p && taken.what.value == 0;
    if (p == last_ && lowers && all_.at(p) != stage::exit && !taken.ended) ++seen_.blocked;
    if (taken.ended) {
      ++seen_.passages;
      sum_ += all_.rmrs(p);
    }
    return taken;
  }

  // p goes on until it writes this to its flag.
  void until_flag(process_id p, bool raised) {
    for (std::uint64_t i = 0; i < patience(); ++i) {
      const auto taken = step(p);
      if (taken.what.kind == action::write && taken.what.where == flags_ + p && taken.what.value == (raised ? 1U : 0U))
        return;
    }
    give_up(p, raised ? "raise its flag" : "lower its flag");
  }
  void until_home(process_id p) {
    for (std::uint64_t i = 0; i < patience(); ++i)
      if (step(p).ended) return;
    give_up(p, "pass through the critical section");
  }
  // More than a process needs on its own for a whole passage.
  [[nodiscard]] std::uint64_t patience() const { return 16 * std::uint64_t{all_.size()} + 64; }
  [[noreturn]] static void give_up(process_id p, const std::string& what) {
    throw std::logic_error("the schedule of Burns and Lamport: process " + std::to_string(p) + " does not " + what);
  }

  std::uint32_t flags_;
  crew all_;
  process_id last_;
  figures seen_{};
  std::uint64_t sum_ = 0;
};

}  // namespace

figures burns_lamport(const program& one_bit, const cost_model& model) { return director(one_bit, model).run(); }

}  // namespace doorway::lab::rmr
