#include "plan.hpp"

#include <algorithm>
#include <utility>

#include "doorway/algorithms/all.hpp"
#include "doorway/core/survey.hpp"
#include "lab/catalogue/formula.hpp"
#include "lab/properties/property.hpp"

namespace doorway::catalogue_fill {
using namespace lab;
namespace {

using strings = std::vector<std::string>;
using passages = std::vector<entry>;  // of each process: numbers, or "unbounded"

const char* const unbounded_passages = "unbounded";

// As the lab calls it.
std::string lab_name(std::string claim) {
  std::replace(claim.begin(), claim.end(), '_', '-');
  return claim;
}

strings operator+(strings all, const strings& more) {
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

class planner {
 public:
  explicit planner(const entry& algorithm)
      : algorithm_(algorithm),
        search_(algorithm.value("search", entry::object())),
        groups_(algorithm.at("problem") == "group exclusion"),
        several_(algorithm.at("problem") == "k-exclusion"),
        bounded_(algorithm.at("registers").at("bits") != "unbounded"),
        ordered_(claims_order(algorithm)) {
    classes_ = algorithm.at("registers").at("class") == "safe" ? strings{"atomic", "declared"} : strings{"declared"};
    for (const auto* claim : {"deadlock_freedom", "starvation_freedom"})
      if (holds(claim)) liveness_.emplace_back(lab_name(claim));
    for (const auto* claim : {"deadlock_freedom", "weak_deadlock_freedom", "starvation_freedom"})
      if (holds(claim)) crashes_ = algorithm.at("claimed").at(claim).at("crashes");
    for (const auto& property : liveness_)
      (crashes_of(property) == crashes_ ? with_crashes_ : without_crashes_).push_back(property);
  }

  std::vector<questions> checked() {
    for (const int n : {2, 3, 4})
      for (const auto& size : sizes(n)) {
        for (const auto& registers : classes_) add_claims(size, registers);
        if (n < 4) add_withdrawals(size);
      }
    if (search_.contains("more"))
      for (const auto& more : search_.at("more")) add_more(more);
    add_denied();
    add_fife();
    return std::move(out_);
  }

  std::vector<questions> plain() {
    for (const int n : {2, 3})
      for (const auto& size : sizes(n))
        for (const auto& property : strings{"exclusion"} + order() + liveness_) {
          const bool progress = std::find(liveness_.begin(), liveness_.end(), property) != liveness_.end();
          const auto all = bounded_ && !progress && !search_.contains("withdrawal_passages")
                               ? passages{unbounded_passages, 2, 1}
                               : passages{2, 1};
          add({property}, all, size, {{"crashes", 0}, {"registers", "declared"}, {"abort", true}});
          add({property}, all, size,
              {{"crashes", std::max(1, crashes(size))}, {"registers", "declared"}, {"recover", true}});
        }
    return std::move(out_);
  }

 private:
  [[nodiscard]] bool says(const char* claim, const char* what) const {
    const auto& claimed = algorithm_.at("claimed");
    return claimed.contains(claim) && claimed.at(claim).at("claim") == what;
  }
  [[nodiscard]] bool holds(const char* claim) const { return says(claim, "holds"); }
  [[nodiscard]] bool denied(const char* claim) const { return says(claim, "denied"); }
  [[nodiscard]] std::string crashes_of(std::string property) const {
    std::replace(property.begin(), property.end(), '-', '_');
    return algorithm_.at("claimed").at(property).at("crashes");
  }
  [[nodiscard]] int crashes(const entry& size) const {
    return static_cast<int>(formula::value(crashes_, {{"k", size.at("k").get<std::int64_t>()}}));
  }
  [[nodiscard]] strings order() const { return ordered_ ? strings{"fcfs"} : strings{}; }

  // As many inside as there may be, for n processes.
  [[nodiscard]] std::vector<entry> sizes(int n) const {
    std::vector<entry> all;
    for (int k = 1; k < (several_ ? n : 2); ++k)
      for (int l = k; l < (takes(algorithm_, "l") ? n : k + 1); ++l) {
        entry size{{"n", n}, {"k", k}};
        if (takes(algorithm_, "l")) size["l"] = l;
        if (groups_) size["sessions"] = search_.value("sessions", 2);
        all.push_back(size);
      }
    return all;
  }
  // With as many inside as there may be, where there are three.
  [[nodiscard]] entry smallest(int n) const { return n == 2 ? sizes(n).front() : sizes(n).back(); }

  void add(const strings& properties, const passages& all, entry setting, const entry& besides) {
    if (properties.empty()) return;
    setting.update(besides);
    questions same;
    for (const auto& each : all) {
      setting["passages"] = each;
      same.push_back({properties, setting});
    }
    out_.push_back(same);
  }

  // What is claimed without anybody giving up or coming back.
  void add_claims(const entry& size, const std::string& registers) {
    const auto all = several(size);
    const entry crashed{{"crashes", crashes(size)}, {"registers", registers}};
    const entry calm{{"crashes", 0}, {"registers", registers}};
    const bool the_same = crashes(size) == 0;
    strings claims = strings{"exclusion", "declarations"} + (the_same ? liveness_ : with_crashes_);
    if (holds("weak_deadlock_freedom")) claims.emplace_back("weak-deadlock-freedom");
    claims.emplace_back("bounded-exit");
    for (const auto* claim : {"wait_free_up_to_k", "concurrent_entry", "resets"})
      if (holds(claim)) claims.push_back(lab_name(claim));
    add(claims, all, size, crashed);
    if (!the_same) add(without_crashes_, all, size, calm);
    if (search_.value("any_crashes", false))
      add({"exclusion"}, all, size, {{"crashes", size.at("n")}, {"registers", registers}});
    add(order(), all, size, calm);
    if (holds("bounded_overtaking"))  // of two passages at least
      add({"bounded-overtaking"}, passages(all.begin(), all.end() - 1), size, calm);
    if (holds("fife") && size.at("k") == 1) add({"fife"}, all, size, calm);
  }
  [[nodiscard]] passages several(const entry& size) const {
    if (bounded_) return {unbounded_passages, 2, 1};
    return size.at("n") == 2 ? passages{3, 2, 1} : passages{2, 1};
  }

  // Giving up, and dying with somebody to recover one: as many passages as fit; one crash at least.
  void add_withdrawals(const entry& size) {
    const passages all = search_.value("withdrawal_passages", several(size));
    const entry abort{{"crashes", 0}, {"registers", "declared"}, {"abort", true}};
    const entry recover{{"crashes", std::max(1, crashes(size))}, {"registers", "declared"}, {"recover", true}};
    add({"exclusion", "bounded-abort"}, all, size, abort);
    add(liveness_, {2, 1}, size, abort);  // a process that gives up for ever may starve others
    add(order(), all, size, abort);
    add(strings{"exclusion"} + with_crashes_, all, size, recover);
    add(order(), all, size, recover);
  }

  void add_more(const entry& more) {
    for (const auto& size : sizes(more.at("n")))
      for (const auto& registers : classes_) {
        questions same;
        for (const auto& preemptions : more.at("preemptions")) {
          entry setting = size;
          setting.update(entry{{"passages", more.at("passages")},
                               {"crashes", crashes(size)},
                               {"registers", registers},
                               {"preemptions", preemptions}});
          same.push_back({more.at("properties").get<strings>(), setting});
        }
        out_.push_back(same);
      }
  }

  // What the paper denies, and what it claims and we deny: the smallest setting in which it breaks.
  void add_denied() {
    const entry calm{{"crashes", 0}, {"registers", "declared"}};
    if (denied("concurrent_entry")) add({"concurrent-entry"}, {unbounded_passages, 2, 1}, smallest(2), calm);
    if (groups_ && denied("fcfs") && !algorithm_.at("doorway").is_null()) add({"fcfs"}, {1}, smallest(3), calm);
    for (const auto* claim : {"starvation_freedom", "bounded_overtaking"})
      if (denied(claim)) add({lab_name(claim)}, {unbounded_passages}, smallest(2), calm);
    if (denied("crash_tolerance"))
      add({"deadlock-freedom"}, {unbounded_passages}, smallest(3), {{"crashes", 1}, {"registers", "declared"}});
    if (bounded_ && holds("abort"))
      add({"deadlock-freedom"}, {unbounded_passages}, smallest(2),
          {{"crashes", 0}, {"registers", "declared"}, {"abort", true}});
    if (denied("resets") || (holds("resets") && not_all_reset()))
      add({"resets"}, {1}, smallest(2), {{"crashes", 0}, {"registers", "declared"}, {"arrays", "all"}});
    if (states_unsafe()) add({"exclusion"}, {1, 2}, smallest(2), {{"crashes", 0}, {"registers", "safe"}});
  }
  // Are there arrays that keep what was written?
  [[nodiscard]] bool not_all_reset() const {
    std::size_t arrays = 0;
    with_algorithm(algorithm_.at("name").get<std::string>(), [&]<template <class> class Algorithm>(std::string_view) {
      arrays = declarations<Algorithm>({.n = 2, .l = takes(algorithm_, "l") ? 1U : 0U, .sessions = 2}).size();
    });
    return quiescent_arrays(algorithm_).size() < arrays;
  }
  // Does the paper say that safe registers are not enough?
  [[nodiscard]] bool states_unsafe() const {
    const auto stated = algorithm_.value("stated", entry::array());
    return std::any_of(stated.begin(), stated.end(), [](const entry& one) {
      const auto by = one.value("by", entry::object());
      return !by.contains("of") && by.value("registers", entry()) == "safe" && by.value("expect", "") == "VIOLATED";
    });
  }

  // FIFE can first fail at n = 4, k = 2, which is too much for a search without a bound on the preemptions.
  void add_fife() {
    const bool marked = !algorithm_.at("doorway").is_null();
    if (several_ && marked && algorithm_.at("claimed").contains("fife")) {
      const entry besides{{"crashes", 0}, {"registers", classes_.front()}};
      for (const auto& preemptions : search_.value("fife_preemptions", entry{2, 3})) {
        entry setting{{"n", 4}, {"k", 2}, {"preemptions", preemptions}};
        add({"fife"}, {1}, setting, besides);
      }
    }
    const entry calm{{"crashes", 0}, {"registers", "declared"}};
    if (groups_ && denied("fife")) add({"fife"}, {1}, smallest(3), calm);
    if (denied("strong_concurrent_entry")) add({"strong-concurrent-entry"}, {1}, smallest(2), calm);
  }

  const entry& algorithm_;
  const entry search_;
  const bool groups_, several_, bounded_, ordered_;
  strings classes_;   // of registers: all atomic, as declared
  strings liveness_;  // claimed; of these, with the most crashes that any progress is claimed with, and with fewer:
  strings with_crashes_, without_crashes_;
  std::string crashes_ = "0";
  std::vector<questions> out_;
};

}  // namespace

std::vector<questions> plan(const entry& algorithm) { return planner(algorithm).checked(); }
std::vector<questions> plain_plan(const entry& algorithm) { return planner(algorithm).plain(); }

std::vector<mutant> mutants(const entry& algorithm, const std::string& property, const entry& setting) {
  const auto name = algorithm.at("name").get<std::string>();
  const auto crashes = setting.at("crashes").get<std::uint32_t>();
  std::vector<mutant> all;
  const auto written = algorithm.value("mutants", entry::object());
  for (const auto& one : written.value(property, strings{})) all.push_back({one, crashes});
  // A crash more than it bears, where nobody recovers anybody.
  if ((property == "deadlock-freedom" || property == "starvation-freedom") && !setting.contains("recover"))
    all.push_back({name, crashes + 1});
  for (const auto& flaw : lab::about(lab::find_claim(property).value()).flaws)
    if (!flaw.empty()) all.push_back({std::string(flaw) + " " + name, crashes});
  return all;
}

}  // namespace doorway::catalogue_fill
