// Two learners that know a state by quite different things, its bytes and its history, must find the same automaton.
#include <gtest/gtest.h>

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "lab/automata/learn_by_replay.hpp"
#include "lab/automata/learn_by_snapshot.hpp"
#include "lab/automata/minimise.hpp"
#include "lab/automata/value_sampling.hpp"
#include "lab/machine/program_by_name.hpp"

namespace {

using namespace doorway;
using namespace doorway::lab;

const setting settings[] = {
    {.algorithm = "k-bakery-cc", .size = {.n = 3, .k = 1}, .registers = register_model::atomic},
    {.algorithm = "k-bakery-cc", .size = {.n = 3, .k = 2}, .passages = 2, .registers = register_model::atomic},
    {.algorithm = "k-bakery-cc",
     .size = {.n = 2, .k = 1},
     .passages = 2,
     .crashes = 1,
     .registers = register_model::atomic,
     .abort = true},
    {.algorithm = "k-bakery-cc",
     .size = {.n = 2, .k = 1},
     .passages = 2,
     .crashes = 1,
     .registers = register_model::safe,
     .recover = true},
    {.algorithm = "bakery", .size = {.n = 2, .k = 1}, .passages = 2, .crashes = 1},
    {.algorithm = "bakery", .size = {.n = 3, .k = 1}, .crashes = 1, .abort = true},
    {.algorithm = "anderson-moir",
     .size = {.n = 3, .k = 2},
     .passages = 2,
     .crashes = 1,
     .registers = register_model::atomic},
};

class learning : public testing::TestWithParam<setting> {};

TEST_P(learning, by_snapshots_and_by_replay_is_the_same) {
  static_assert(fiber::can_snapshot, "the sanitizer builds do not have this test");
  const setting& s = GetParam();
  const auto code = named_program(s);
  value_table values(code->shared().registers());
  values.set_flickers(code->shared().registers(), 3);
  walk(*code, values, 20'000, 1, s.crashes);
  learner snapshots(*code, values, {.crashes = s.crashes > 0});
  snapshots.close();
  for (process_id p = 0; p < s.size.n; ++p) {
    const automaton small = minimise(snapshots.automata()[p]);
    replay_learner replay(*code, p, values, {.crashes = s.crashes > 0});
    const automaton other = replay.learn(&small);
    EXPECT_EQ(small.nodes.size(), other.nodes.size());
    EXPECT_TRUE(isomorphic(small, other)) << "process " << p;
  }
}

// Without a reference only random runs can contradict it; that finds the same automaton here too.
TEST(learning, by_replay_alone_finds_the_whole_automaton) {
  const auto code = named_program(
      {.algorithm = "k-bakery-cc", .size = {.n = 2, .k = 1}, .passages = 1, .registers = register_model::atomic});
  value_table values(code->shared().registers());
  values.set_flickers(code->shared().registers(), 3);
  walk(*code, values, 5'000, 1, 0);
  replay_learner replay(*code, 0, values, {});
  const automaton alone = replay.learn();
  EXPECT_EQ(alone.nodes.size(), 16U);
  if (fiber::can_snapshot) {
    learner snapshots(*code, values, {});
    snapshots.close();
    EXPECT_TRUE(isomorphic(alone, minimise(snapshots.automata()[0])));
  }
}

// A variable that is not on the stack: snapshots forget it, and the other learner finds out.
template <class Memory>
class forgetful {
 public:
  static constexpr problem solves = problem::mutual_exclusion;
  using passage = nothing;
  forgetful(Memory& memory, const parameters& size)
      : Flag(memory, {.name = "Flag", .rows = size.n, .domain = 2}), hidden_(&elsewhere().emplace_back()) {}

  template <class Here>
  bool enter(Here& here) const {
    *hidden_ = Flag.read(1 - here.id());
    Flag.write(here.id(), 1);
    Flag.write(here.id(), *hidden_);
    return true;
  }
  template <class Here>
  void exit(Here& here) const {
    Flag.write(here.id(), 0);
  }
  template <class Here>
  void abort(Here&) const {}
  template <class Here>
  void recover(Here&) const {}

 private:
  static std::deque<word>& elsewhere() {
    static std::deque<word> all;
    return all;
  }
  registers<Memory> Flag;
  word* hidden_;
};

TEST(learning, by_replay_catches_what_snapshots_forget) {
  static_assert(fiber::can_snapshot, "the sanitizer builds do not have this test");
  const program_of<forgetful> code({.n = 2}, {.passages = 1});
  value_table values(code.shared().registers());
  walk(code, values, 5'000, 1, 0);
  learner snapshots(code, values, {});
  snapshots.close();
  const automaton wrong = minimise(snapshots.automata()[0]);
  replay_learner replay(code, 0, values, {});
  EXPECT_THROW((void)replay.learn(&wrong), forgotten_state);
}

INSTANTIATE_TEST_SUITE_P(settings, learning, testing::ValuesIn(settings), [](const auto& of) {
  std::string name = std::to_string(of.index) + "_" + of.param.algorithm;
  for (auto& c : name) c = c == '-' ? '_' : c;
  return name;
});

}  // namespace
