// The search with a bound on preemptions reaches what a plain enumeration of runs reaches, and no more. It would catch a state
// dropped because a cheaper way to it was thought to allow the same, a switch that is counted where it is free, and the reverse.
#include <gtest/gtest.h>

#include <set>
#include <tuple>
#include <vector>

#include "lab/learn.hpp"
#include "lab/minimise.hpp"
#include "lab/model.hpp"
#include "lab/named.hpp"
#include "lab/verdict.hpp"
#include "lab/walk.hpp"

namespace doorway::lab {
namespace {

using states = std::set<key<1>>;  // with the memory of the order of arrival

struct setting {
  const char* algorithm;
  parameters size;
  std::uint32_t passages;
  std::uint32_t crashes;
  word sessions = 1;
};

class bounded : public testing::TestWithParam<setting> {
 protected:
  bounded()
      : code_(named_program(GetParam().algorithm, GetParam().size,
                            {.passages = GetParam().passages, .sessions = GetParam().sessions},
                            register_model::atomic)),
        values_(code_->shared().registers()) {
    const auto crashes = GetParam().crashes;
    values_.set_flickers(code_->shared().registers(), 0);
    walk(*code_, values_, 100'000, 1, crashes);
    learner snapshots(*code_, values_, {.crashes = crashes > 0});
    snapshots.close();
    for (const auto& a : snapshots.automata()) parts_.push_back(minimise(a));
  }

  // One run after another, by what this file thinks a preemption is. Who stepped last is told apart even where it does not
  // matter, and no state is given up for another.
  [[nodiscard]] states by_enumeration(std::uint32_t most) const {
    product together(parts_, code_->shared().registers(), values_, GetParam().crashes);
    const auto order = arrivals(together);
    const preemption_bound none;
    const model<1> watched(together, look(), order, none);
    using place = std::tuple<key<1>, process_id, std::uint32_t>;  // after whose step, with how many preemptions
    const process_id nobody = together.n();
    std::set<place> seen{{watched.initial(), nobody, 0}};
    std::vector<place> todo(seen.begin(), seen.end());
    states found;
    model<1>::notes pad;
    while (!todo.empty()) {
      const auto [at, last, spent] = todo.back();
      todo.pop_back();
      found.insert(at);
      product::states now{};
      together.unpack(at, now);
      bool rests = last == nobody;
      if (!rests) {
        const observation& left = together.component(last).seen(now[last]);
        rests =
            left.crashed || left.at == stage::remainder || left.at == stage::awaiting || left.next.kind == action::done;
      }
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
    const auto order = arrivals(together);
    const preemption_bound bound(together.n(), most, together.packing());
    watch what = look();
    what.preemptions = most;
    const bounded_model<1> watched(model<1>(together, what, order, bound));
    exploration<bounded_model<1>> all(watched, {});
    EXPECT_EQ(all.run(), ending::complete);
    states found;
    all.for_each([&](const key<1>& state) { found.insert(bound.stripped(state)); });
    return found;
  }

  [[nodiscard]] static watch look() {
    watch what;
    what.exclusion = what.declarations = false;
    what.arrivals = true;
    return what;
  }
  [[nodiscard]] static order_monitor arrivals(product& together) {
    const bool groups = GetParam().sessions > 1;
    return {together.n(), GetParam().size.k, groups ? order_among::different_sessions : order_among::all, false,
            together.packing()};
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

INSTANTIATE_TEST_SUITE_P(algorithms, bounded,
                         testing::Values(setting{"bakery", {.n = 2}, 2, 0}, setting{"bakery", {.n = 3}, 1, 0},
                                         setting{"k-bakery-cc", {.n = 3, .k = 2}, 1, 1},
                                         setting{"levels", {.n = 3, .k = 2}, 1, 1}, setting{"one-bit", {.n = 3}, 1, 0},
                                         setting{"group-bakery", {.n = 3}, 1, 0, 2}));

}  // namespace
}  // namespace doorway::lab
