// Random little programs: the lab and the naive enumerator see the same things, each at the same depth.
#include "naive.hpp"

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <string>

#include "lab/automata/learn_by_snapshot.hpp"
#include "lab/automata/minimise.hpp"
#include "lab/automata/value_sampling.hpp"
#include "lab/machine/program.hpp"
#include "lab/search/explore.hpp"
#include "lab/search/model.hpp"

namespace {

using namespace doorway;
using namespace doorway::lab;
using little::face;
using little::sight;

template <std::size_t Words>
sight look(const product& of, const key<Words>& at) {
  sight seen;
  for (std::uint32_t r = 0; r < of.registers().size(); ++r) seen.registers.push_back(of.value(at, r));
  product::states now{};
  of.unpack(at, now);
  for (process_id p = 0; p < of.n(); ++p) {
    const observation& o = of.component(p).seen(now[p]);
    seen.processes.push_back({o.next.kind, o.next.where, o.next.value, o.at, o.crashed});
  }
  return seen;
}

struct told {
  std::map<sight, std::uint32_t> sights;
  std::uint64_t states = 0;
};

// Everything that an exploration of the product sees; nothing at all if it met what had not been learned.
std::optional<told> explore(const product& together, value_table& values, std::uint64_t lose_every) {
  EXPECT_EQ(together.packing().words(), 1U);
  const preemption_bound preemption;
  const model<1> watched(together, watch{}, preemption);
  exploration_limits limits;
  limits.threads = 1;
  limits.keep_levels = true;
  limits.lose_every = lose_every;
  exploration<model<1>> all(watched, limits);
  EXPECT_EQ(all.run(), ending::complete);
  for (const auto& d : all.notes(0).missing) values.make_readable(d.where, d.number);
  if (!all.notes(0).missing.empty()) return std::nullopt;
  told found;
  found.states = all.reached().states;
  for (std::uint32_t depth = 0; depth < all.levels().size(); ++depth)
    for (const auto& state : all.levels()[depth]) found.sights.try_emplace(look(together, state), depth);
  return found;
}

// With random walks of no length at all, every value must be asked for by the exploration.
told ask_the_lab(const program& code, std::uint32_t crashes, std::uint32_t walk_steps, std::uint64_t lose_every = 0) {
  const auto& registers = code.shared().registers();
  value_table values(registers);
  values.set_flickers(registers, 0);
  walk(code, values, walk_steps, 1, crashes);
  learner snapshots(code, values, {.crashes = crashes > 0});
  for (;;) {
    snapshots.close();
    std::vector<automaton> small;
    for (const auto& a : snapshots.automata()) small.push_back(minimise(a));
    const product together(small, registers, values, crashes);
    if (const auto found = explore(together, values, lose_every)) return *found;
  }
}

// The same, learning each step when it is first taken.
told ask_lazily(const program& code, std::uint32_t crashes) {
  const auto& registers = code.shared().registers();
  value_table values(registers);
  values.set_flickers(registers, 0);
  learner snapshots(code, values, {.crashes = crashes > 0});
  const product together(snapshots, registers, values, crashes, 1U << 12U);
  return explore(together, values, 0).value();
}

std::string spelled(const sight& of) {
  std::string text;
  for (auto v : of.registers) text += (v == in_flux ? "~" : std::to_string(v)) + " ";
  for (const auto& f : of.processes)
    text += "| " + std::to_string(static_cast<int>(f.kind)) + " " + std::to_string(f.where) + " " +
            std::to_string(f.value) + " at " + std::to_string(static_cast<int>(f.at)) + (f.crashed ? " crashed" : "");
  return text;
}

// What one has and the other has not, or has at another depth.
std::string difference(const std::map<sight, std::uint32_t>& found, const std::map<sight, std::uint32_t>& expected) {
  std::string text;
  for (const auto& [s, depth] : found)
    if (const auto at = expected.find(s); at == expected.end() || at->second != depth)
      text += "\n  lab   at " + std::to_string(depth) + ": " + spelled(s);
  for (const auto& [s, depth] : expected)
    if (const auto at = found.find(s); at == found.end() || at->second != depth)
      text += "\n  naive at " + std::to_string(depth) + ": " + spelled(s);
  return text;
}

struct kind {
  const char* name;
  process_id n;
  std::uint32_t passages, crashes;
  bool safe;
  std::uint32_t programs;
};

class naive_test : public testing::TestWithParam<kind> {};

TEST_P(naive_test, agrees) {
  static_assert(fiber::can_snapshot, "the sanitizer builds do not have this test");
  const kind& of = GetParam();
  std::uint64_t naive_states = 0;
  std::uint64_t lab_states = 0;
  for (std::uint32_t seed = 1; seed <= of.programs; ++seed) {
    const little::source text = little::random_source(seed, of.n, of.safe);
    little::naive slow(text, of.passages, of.crashes);
    const auto expected = slow.explore();
    little::playing = &text;
    const program_of<little::algorithm> code({.n = of.n}, {.passages = of.passages});
    const auto found = ask_the_lab(code, of.crashes, seed % 2 == 0 ? 1000 : 0);
    ASSERT_EQ(difference(found.sights, expected), "") << "seed " << seed;
    ASSERT_LE(found.states, slow.states) << "seed " << seed;
    const auto lazily = ask_lazily(code, of.crashes);
    ASSERT_EQ(difference(lazily.sights, expected), "") << "lazily, seed " << seed;
    ASSERT_GE(lazily.states, found.states) << "seed " << seed;
    naive_states += slow.states;
    lab_states += found.states;
  }
  RecordProperty("naive_states", std::to_string(naive_states));
  RecordProperty("lab_states", std::to_string(lab_states));
}

TEST_P(naive_test, notices_an_explorer_that_loses_successors) {
  static_assert(fiber::can_snapshot, "the sanitizer builds do not have this test");
  const kind& of = GetParam();
  std::uint32_t noticed = 0;
  constexpr std::uint32_t programs = 10;
  for (std::uint32_t seed = 1; seed <= programs; ++seed) {
    const little::source text = little::random_source(seed, of.n, of.safe);
    const auto expected = little::naive(text, of.passages, of.crashes).explore();
    little::playing = &text;
    const program_of<little::algorithm> code({.n = of.n}, {.passages = of.passages});
    noticed += ask_the_lab(code, of.crashes, 1000, 7).sights != expected ? 1U : 0U;
  }
  EXPECT_GE(noticed, programs / 2);
}

INSTANTIATE_TEST_SUITE_P(kinds, naive_test,
                         testing::Values(kind{"two", 2, 2, 0, false, 400}, kind{"three", 3, 1, 0, false, 100},
                                         kind{"two_crash", 2, 2, 1, false, 300},
                                         kind{"three_crash", 3, 1, 2, false, 40}, kind{"two_safe", 2, 1, 0, true, 150},
                                         kind{"two_safe_crash", 2, 1, 1, true, 150},
                                         kind{"three_safe_crash", 3, 1, 1, true, 25}),
                         [](const auto& of) { return of.param.name; });

}  // namespace
