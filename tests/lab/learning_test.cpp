// Two learners that know a state by quite different things, its bytes and its history, must find the same automaton.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <utility>
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

// Two automata that differ in one edge, or in where the edges lead, are told apart, whichever comes first: or the test above would say
// nothing.
TEST(learning, isomorphic_is_the_same_but_for_the_numbers) {
  using edges = std::vector<std::uint32_t>;
  constexpr auto unknown = automaton::unknown;
  const auto state = [](std::uint32_t shows, const edges& next, const edges& crash = {},
                        std::uint32_t drain = automaton::unknown) {
    return automaton::node{shows, next, crash, drain};
  };
  const auto made = [](std::vector<automaton::node> nodes) {
    automaton one;
    one.observations.resize(2);
    one.observations[1].at = stage::critical;
    one.nodes = std::move(nodes);
    return one;
  };
  const automaton goes = made({state(0, {1}), state(1, {0})});
  EXPECT_TRUE(isomorphic(goes, goes));
  EXPECT_TRUE(isomorphic(made({state(0, {1, 2}), state(1, {}), state(1, {0})}),
                         made({state(0, {2, 1}), state(1, {0}), state(1, {})})));
  automaton of_another_register = goes;
  of_another_register.own = {3};
  EXPECT_FALSE(isomorphic(goes, of_another_register));
  const std::vector<std::vector<automaton::node>> others{
      {state(0, {1}), state(1, {})},         {state(0, {}), state(1, {0})},
      {state(0, {unknown}), state(1, {0})},  {state(0, {1}), state(1, {1})},
      {state(0, {1}), state(0, {0})},        {state(0, {1}, {1}), state(1, {0})},
      {state(0, {1}, {}, 0), state(1, {0})}, {state(0, {1})}};
  for (const auto& nodes : others) {
    const automaton other = made(nodes);
    EXPECT_FALSE(isomorphic(goes, other));
    EXPECT_FALSE(isomorphic(other, goes));
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

// It stands deeper on its stack between two looks than where it began, by eight kilobytes that are not all written.
template <class Memory>
class deep {
 public:
  static constexpr problem solves = problem::mutual_exclusion;
  using passage = nothing;

  deep(Memory& memory, const parameters& size) : X(memory, {.name = "X", .rows = size.n, .domain = 2}) {}
  template <class Here>
  bool enter(Here& here) const {
    std::array<word, 1024> seen;
    for (process_id i = 0; i < 3; ++i) seen[here.id() * 7 + i] = X.read(i % 2);
    return seen[here.id() * 7] + seen[here.id() * 7 + 1] + seen[here.id() * 7 + 2] == 0;
  }
  template <class Here>
  void exit(Here& /*here*/) const {}

 private:
  registers<Memory> X;
};

// Three looks at what nobody writes, and then inside: 4 states. It would catch a stack that is wiped where it is in use, or beyond its
// end, or not where it was left: then states that are equal would differ.
TEST(learning, of_a_process_deep_in_its_stack) {
  const program_of<deep> code({.n = 2}, {.passages = 0, .registers = register_model::atomic});
  value_table values(code.shared().registers());
  walk(code, values, 100, 1, 0);
  learner snapshots(code, values, {});
  snapshots.close();
  for (const auto& one : snapshots.automata()) EXPECT_EQ(minimise(one).nodes.size(), 4U);
}

}  // namespace
