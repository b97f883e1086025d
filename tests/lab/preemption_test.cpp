// The search with a bound on preemptions reaches what a plain enumeration of runs reaches, and no more. It would catch a state
// dropped because a cheaper way to it was thought to allow the same, a switch that is counted where it is free, and the reverse.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <vector>

#include "doorway/algorithms/k_exclusion/k_bakery_cc.hpp"
#include "doorway/algorithms/k_exclusion/k_bakery_fife.hpp"
#include "doorway/algorithms/mutual_exclusion/bakery.hpp"
#include "lab/automata/learn_by_snapshot.hpp"
#include "lab/automata/minimise.hpp"
#include "lab/automata/value_sampling.hpp"
#include "lab/check.hpp"
#include "lab/machine/program_by_name.hpp"
#include "lab/properties/order.hpp"
#include "lab/search/explore.hpp"
#include "lab/search/model.hpp"
#include "lab/search/whole_runs.hpp"
#include "wrong/bakery_no_doorway.hpp"
#include "wrong/k_bakery_no_announce.hpp"
#include "wrong/two_bits_no_second_look.hpp"

namespace doorway::lab {
namespace {

using states = std::set<key<1>>;  // with the memory of the order of arrival

struct instance {
  const char* algorithm;
  parameters size;
  std::uint32_t passages;
  std::uint32_t crashes;
};

class bounded : public testing::TestWithParam<instance> {
 protected:
  bounded()
      : code_(named_program({.algorithm = GetParam().algorithm,
                             .size = GetParam().size,
                             .passages = GetParam().passages,
                             .registers = register_model::atomic})),
        values_(code_->shared().registers()) {
    const auto crashes = GetParam().crashes;
    values_.set_flickers(code_->shared().registers(), 0);
    walk(*code_, values_, 100'000, 1, crashes);
    learner snapshots(*code_, values_, {.crashes = crashes > 0});
    snapshots.close();
    for (const auto& a : snapshots.automata()) parts_.push_back(minimise(a));
  }

  // One run after another, by what this file thinks a preemption is. Who stepped last is told apart even where it does not
  // matter, and no state is given up for another. If asked, only those in which somebody has just come to rest.
  [[nodiscard]] states by_enumeration(std::uint32_t most, bool only_at_rest = false) const {
    product together(parts_, code_->shared().registers(), values_, GetParam().crashes);
    const watch what = look(together);
    const preemption_bound none;
    const model<1> watched(together, what, none);
    using place = std::tuple<key<1>, process_id, std::uint32_t>;  // after whose step, with how many preemptions
    const process_id nobody = together.n();
    std::set<place> seen{{watched.initial(), nobody, 0}};
    std::vector<place> todo(seen.begin(), seen.end());
    states found;
    model<1>::notes pad;
    while (!todo.empty()) {
      const auto [at, last, spent] = todo.back();
      todo.pop_back();
      product::states now{};
      together.unpack(at, now);
      bool rests = last == nobody;
      if (!rests) {
        const observation& left = together.component(last).seen(now[last]);
        rests =
            left.crashed || left.at == stage::remainder || left.at == stage::awaiting || left.next.kind == action::done;
      }
      if (rests || !only_at_rest) found.insert(at);
      watched.steps(at, pad, [&, last = last, spent = spent](const edge& by, const key<1>& to) {
        const std::uint32_t price = by.crash || rests || last == by.p ? 0 : 1;
        const place next{to, by.crash ? last : by.p, spent + price};
        if (spent + price <= most && seen.insert(next).second) todo.push_back(next);
      });
    }
    EXPECT_TRUE(pad.missing.empty()) << "a value was not learned";
    return found;
  }

  [[nodiscard]] states by_the_lab(std::uint32_t most) const {
    product together(parts_, code_->shared().registers(), values_, GetParam().crashes);
    watch what = look(together);
    what.preemptions = most;
    const preemption_bound bound(together.n(), most, together.packing());
    const bounded_model<1> watched(model<1>(together, what, bound));
    exploration<bounded_model<1>> all(watched, {});
    EXPECT_EQ(all.run(), ending::complete);
    states found;
    all.for_each([&](const key<1>& state) { found.insert(bound.stripped(state)); });
    return found;
  }

  // From rest to rest. Up to one preemption, nothing but states at rest is kept.
  [[nodiscard]] states by_runs(std::uint32_t most) const {
    product together(parts_, code_->shared().registers(), values_, GetParam().crashes);
    const watch what = look(together);
    const preemption_bound bound(together.n(), most, together.packing());
    const model<1> watched(together, what, bound);
    const independence none;
    const runs_model<1> runs(watched, bound, none);
    exploration<runs_model<1>> all(runs, {});
    EXPECT_EQ(all.run(), ending::complete);
    states found;
    all.for_each([&](const key<1>& state) { found.insert(bound.stripped(state)); });
    return found;
  }

  [[nodiscard]] watch look(product& together) const {
    watch what;
    what.remembered.the<order_of_arrival>().attach(together.packing(), *code_);
    return what;
  }

  std::unique_ptr<program> code_;
  value_table values_;
  std::vector<automaton> parts_;
};

TEST_P(bounded, reaches_what_an_enumeration_reaches) {
  std::size_t before = 0;
  for (const std::uint32_t most : {0U, 1U, 3U}) {
    const auto wanted = by_enumeration(most);
    EXPECT_GE(wanted.size(), before);
    EXPECT_EQ(by_the_lab(most), wanted) << most << " preemptions";
    before = wanted.size();
  }
  EXPECT_GT(before, by_enumeration(0).size()) << "no preemption makes a difference here";
}

TEST_P(bounded, from_rest_to_rest) {
  for (const std::uint32_t most : {0U, 1U}) EXPECT_EQ(by_runs(most), by_enumeration(most, true)) << most;
  for (const std::uint32_t most : {2U, 3U}) {
    const auto kept = by_runs(most);
    const auto at_rest = by_enumeration(most, true);
    const auto all = by_enumeration(most);
    EXPECT_TRUE(std::includes(kept.begin(), kept.end(), at_rest.begin(), at_rest.end())) << most;
    EXPECT_TRUE(std::includes(all.begin(), all.end(), kept.begin(), kept.end())) << most;
  }
}

INSTANTIATE_TEST_SUITE_P(algorithms, bounded,
                         testing::Values(instance{"bakery", {.n = 2}, 2, 0}, instance{"bakery", {.n = 3}, 1, 0},
                                         instance{"k-bakery-cc", {.n = 3, .k = 2}, 1, 1},
                                         instance{"levels", {.n = 3, .k = 2}, 1, 1},
                                         instance{"one-bit", {.n = 3}, 1, 0},
                                         instance{"group-bakery", {.n = 3, .sessions = 2}, 1, 0}));

// Both searches come to the same verdict with the same bound, for what holds and for what does not, and not only with many
// preemptions. It would catch an interruption left out because nobody was thought to notice (independence.hpp), and a cycle missed
// because only whole runs are looked at.
template <template <class> class Algorithm>
void expect_the_same(const parameters& size, const setting& how, std::vector<claim> claims, std::uint32_t crashes,
                     verdict with_three) {
  program_of<Algorithm> code(size, how);
  code.how().crashes = crashes;
  for (std::uint32_t most = 0; most <= 3; ++most) {
    question asked;
    asked.claims = claims;
    code.how().preemptions = most;
    const report runs = check(code, asked);
    asked.by_single_steps = true;
    const report steps = check(code, asked);
    ASSERT_EQ(runs.findings.size(), steps.findings.size());
    for (std::size_t i = 0; i < runs.findings.size(); ++i) {
      EXPECT_EQ(runs.findings[i].is, steps.findings[i].is) << name(runs.findings[i].what) << " with " << most;
      EXPECT_EQ(runs.findings[i].counterexample.has_value(), runs.findings[i].is == verdict::violated) << most;
    }
    EXPECT_EQ(runs.measured.from_rest_to_rest, runs.overall() != verdict::violated);
    if (most == 3) {
      EXPECT_EQ(runs.overall(), with_three);
    }
  }
}

// Process 0 goes in if it finds in one look that 1 has not been at its first line and that it has been at its second: only if it is
// interrupted between these two reads. It would catch a read that is taken for one that nobody can notice, and is not.
template <class Memory>
class interrupted_look {
 public:
  static constexpr problem solves = problem::mutual_exclusion;
  using passage = nothing;
  interrupted_look(Memory& memory, const parameters& /*size*/)
      : First(memory, {.name = "First", .domain = 2, .writer = writer::anyone}),
        Second(memory, {.name = "Second", .domain = 2, .writer = writer::anyone}) {}

  template <class Here>
  bool enter(Here& here) const {
    if (here.id() == 0)
      return here.await([&] {
        const bool begun = First.read(0) != 0;
        const bool done = Second.read(0) != 0;
        static_cast<void>(First.read(0));  // so that nobody sees from the step itself what was read at Second
        return done && !begun;
      });
    First.write(0, 1);
    Second.write(0, 1);
    return true;
  }
  template <class Here>
  void exit(Here& /*here*/) const {}

 private:
  registers<Memory> First, Second;
};

TEST(runs, agree_with_single_steps) {
  using enum claim;
  expect_the_same<bakery>({.n = 3}, {.passages = 1}, {exclusion, starvation_freedom, fcfs}, 0, verdict::holds_up_to);
  expect_the_same<wrong::bakery_no_doorway>({.n = 2}, {.passages = 2}, {exclusion}, 0, verdict::violated);
  expect_the_same<k_bakery_cc>({.n = 3, .k = 2}, {.passages = 1}, {exclusion, starvation_freedom, fcfs}, 1,
                               verdict::holds_up_to);
  expect_the_same<k_bakery_cc>({.n = 3, .k = 2}, {.passages = 1}, {starvation_freedom}, 2, verdict::violated);
  expect_the_same<wrong::k_bakery_no_announce>({.n = 3, .k = 2}, {.passages = 1}, {exclusion}, 0, verdict::violated);
  expect_the_same<k_bakery_fife>({.n = 3, .k = 1}, {.passages = 1}, {fcfs, fife}, 0, verdict::holds_up_to);
  expect_the_same<wrong::two_bits_no_second_look>({.n = 2}, {.passages = 2}, {exclusion}, 0, verdict::violated);
  expect_the_same<interrupted_look>({.n = 2}, {.passages = 1}, {exclusion}, 0, verdict::violated);
}

// Process 0 goes in unless it reads that 1 is inside; 1 takes two steps to get in and looks at nobody.
template <class Memory>
class one_looks {
 public:
  static constexpr problem solves = problem::mutual_exclusion;
  using passage = nothing;
  one_looks(Memory& memory, const parameters& size) : A(memory, {.name = "A", .rows = size.n, .domain = 3}) {}

  template <class Here>
  bool enter(Here& here) const {
    if (here.id() == 0) return here.await([&] { return A.read(1) != 2; });
    A.write(1, 1);
    A.write(1, 2);
    return true;
  }
  template <class Here>
  void exit(Here& here) const {
    A.write(here.id(), 0);
  }

 private:
  registers<Memory> A;
};

// Process 1 reads a register that 0 is writing, and goes in if it sees one certain value; else it waits for ever. Of the four outcomes
// of its one step, whichever is followed first, three lead there only if the others are followed too.
template <class Memory, word Wanted>
class one_sees {
 public:
  static constexpr problem solves = problem::mutual_exclusion;
  using passage = nothing;
  one_sees(Memory& memory, const parameters& size)
      : S(memory, {.name = "S", .rows = size.n, .domain = 4, .strength = strength::safe}),
        A(memory, {.name = "A", .rows = size.n, .domain = 2}) {}

  template <class Here>
  bool enter(Here& here) const {
    if (here.id() == 0) {
      S.write(0, Wanted == 1 ? 2 : 1);
      return true;
    }
    const word seen = S.read(0);
    A.write(1, 1);
    return seen == Wanted || here.await([&] { return S.read(1) == 1; });
  }
  template <class Here>
  void exit(Here& /*here*/) const {}

 private:
  registers<Memory> S, A;
};
template <class Memory>
using one_sees_0 = one_sees<Memory, 0>;
template <class Memory>
using one_sees_1 = one_sees<Memory, 1>;
template <class Memory>
using one_sees_2 = one_sees<Memory, 2>;
template <class Memory>
using one_sees_3 = one_sees<Memory, 3>;
TEST(runs, follow_every_outcome_of_a_step) {
  // Two preemptions: in the middle of the write, and of the one who is inside first.
  expect_the_same<one_sees_0>({.n = 2}, {.passages = 1}, {claim::exclusion}, 0, verdict::violated);
  expect_the_same<one_sees_1>({.n = 2}, {.passages = 1}, {claim::exclusion}, 0, verdict::violated);
  expect_the_same<one_sees_2>({.n = 2}, {.passages = 1}, {claim::exclusion}, 0, verdict::violated);
  expect_the_same<one_sees_3>({.n = 2}, {.passages = 1}, {claim::exclusion}, 0, verdict::violated);
}

// The state before the breach, 0 inside and 1 halfway, costs one preemption no matter who is the first, and is searched once for both.
TEST(breach, has_its_trace_from_a_state_reached_in_two_ways) {
  program_of<one_looks> code({.n = 2}, {.passages = 1});
  question asked;
  asked.claims = {claim::exclusion};
  code.how().preemptions = 0;
  EXPECT_NE(check(code, asked).overall(), verdict::violated);
  code.how().preemptions = 1;
  const report found = check(code, asked);
  ASSERT_EQ(found.overall(), verdict::violated);
  ASSERT_TRUE(found.findings[0].counterexample.has_value()) << found.findings[0].reason;
  EXPECT_EQ(found.findings[0].counterexample->steps.size(), 3U);
}

}  // namespace
}  // namespace doorway::lab
