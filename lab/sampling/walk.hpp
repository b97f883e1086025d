// Random walks through an algorithm, as it ships, for hundreds of millions of steps: `doorway-lab walk`.
//
// What is watched all the time: exclusion, the declarations of the registers, the order of arrival (k-FCFS) and, for FIFE, how
// many steps of its own an overtaken process still needs. A walk proves nothing; it finds what lies too deep for a search. A
// violation ends it, with the number of the episode, which is all that is needed to see it again, step by step.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "doorway/core/concepts.hpp"
#include "lab/machine/carried_state.hpp"
#include "lab/sampling/crowd.hpp"
#include "lab/sampling/order.hpp"
#include "lab/setting.hpp"
#include "lab/trace/trace.hpp"

namespace doorway::lab::random {

struct plan {
  std::uint64_t steps = 1'000'000;
  std::uint64_t seed = 1;
  std::uint64_t first_episode = 0;  // begin with this one
  std::uint64_t episodes = 0;       // at most so many; 0: as many as the steps need
  std::uint32_t crashes = 0;        // in an episode
  bool abort = false;               // waiters give up, now and then
  bool order = true;                // k-FCFS is watched
  std::uint64_t most_enabled = 0;   // FIFE: an overtaken process is in after so many steps of its own; 0: not watched
  std::uint64_t shortest = 1'000, longest = 1'000'000;  // steps of an episode
  std::function<void(std::uint64_t)> progress = [](std::uint64_t) {};
};

struct outcome {
  std::uint64_t steps = 0;
  std::uint64_t episodes = 0;
  std::uint64_t entries = 0;  // into the critical section; for a block, operations
  std::uint64_t withdrawn = 0;
  std::uint64_t crashed = 0;
  std::uint32_t most_inside = 0;
  std::uint64_t worst_enabled = 0;  // own steps from being overtaken to being in
  complaint broken;                 // what has gone wrong
  std::uint64_t episode = 0;        // in which
  trace how;                        // all steps of it
  double seconds = 0;
};

class subject : public inhabitant {
 public:
  explicit subject(const parameters& size) : size_(size), among_(size.n) {}
  [[nodiscard]] const parameters& size() const { return size_; }
  [[nodiscard]] crowd& among() { return among_; }
  // Whether a waiter can give up.
  [[nodiscard]] virtual bool can_abort() const { return false; }
  virtual void prepare(const plan& /*how*/) {}
  virtual void report(outcome& /*to*/) const {}

 private:
  parameters size_;
  crowd among_;
};

[[nodiscard]] outcome walk(subject& what, const plan& how);

// `here` of sections.hpp.
template <class Passage>
class here {
 public:
  here(crowd& among, order& watch, process_id p, bool may_give_up)
      : among_(among), watch_(watch), p_(p), may_give_up_(may_give_up) {}
  Passage passage{};

  [[nodiscard]] process_id id() const { return p_; }
  void end_of_doorway() {
    among_.at(stage::waiting);
    watch_.doorway_ends(p_);
  }
  template <class Ready>
  bool await(Ready&& ready) {
    constexpr std::uint32_t rarely = 64;
    for (;;) {
      if (may_give_up_ && among_.choose(2, rarely) == 1) return false;
      const auto before = among_.own_steps();
      if (ready()) return true;
      if (among_.own_steps() == before)
        among_.fail({claim::declarations, "process " + std::to_string(p_) + " waits without looking"});
      among_.give_way();
    }
  }

 private:
  crowd& among_;
  order& watch_;
  process_id p_;
  bool may_give_up_;
};

template <template <class> class Algorithm>
class subject_of final : public subject {
  using algorithm = Algorithm<crowd>;
  using passage = typename algorithm::passage;
  static constexpr bool groups = algorithm::solves == problem::group_exclusion;
  static_assert(meet<algorithm, crowd, here<passage>>());

 public:
  explicit subject_of(const parameters& size) : subject(size), algorithm_(among(), size), watch_(size, groups) {
    check_sessions(algorithm::solves, size);
  }

  [[nodiscard]] bool can_abort() const override { return abortable<algorithm, here<passage>>; }
  void prepare(const plan& how) override {
    watch_ = order(size(), groups);
    watch_.watch_order = how.order;
    watch_.most_enabled = how.most_enabled;
    give_up_ = how.abort;
  }
  void begin_again() override { watch_.begin_again(); }
  complaint goes_on(process_id p, std::uint64_t steps) override { return watch_.goes_on(p, steps); }

  [[noreturn]] void run(crowd& among, process_id p) override {
    carried_state<algorithm> kept;
    for (;;) {
      here<passage> here(among, watch_, p, give_up_);
      kept.begin(here);
      among.at(stage::remainder);
      word session = 0;
      among.rest();
      if constexpr (groups) {
        session = 1 + among.choose(static_cast<std::uint32_t>(size().sessions), 0);
        among.rest();
      }
      among.at(stage::doorway);
      watch_.sets_out(p, session);
      bool inside = false;
      if constexpr (groups) inside = algorithm_.enter(here, session);
      else inside = algorithm_.enter(here);
      if (inside) {
        among.at(stage::critical);
        if (auto wrong = watch_.enters(p, among); !wrong.words.empty()) among.fail(std::move(wrong));
        among.pause();
        watch_.leaves(p);
        among.at(stage::exit);
        algorithm_.exit(here);
      } else {
        watch_.withdraws(p);
        among.at(stage::abort);
        if constexpr (abortable<algorithm, random::here<passage>>) algorithm_.abort(here);
      }
      kept.end(here);
    }
  }

  void report(outcome& to) const override {
    to.entries = watch_.entries;
    to.withdrawn = watch_.withdrawn;
    to.most_inside = watch_.most_inside;
    to.worst_enabled = watch_.worst_enabled;
  }

 private:
  algorithm algorithm_;
  order watch_;
  bool give_up_ = false;
};

// The library's algorithm, or block, of that name; null if there is none.
[[nodiscard]] std::unique_ptr<subject> make_subject(std::string_view name, const parameters& size);
// The block of that name.
[[nodiscard]] std::unique_ptr<subject> make_block(std::string_view name, const parameters& size);

}  // namespace doorway::lab::random
