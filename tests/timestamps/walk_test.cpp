// Random walks: they find what is wrong with the wrong ones, and nothing in as many steps with those they are wrong copies of.
#include <gtest/gtest.h>

#include <string>

#include "doorway/algorithms/all.hpp"
#include "lab/machine/program.hpp"
#include "lab/sampling/timestamps.hpp"
#include "lab/sampling/walk.hpp"
#include "lab/trace/replay_trace.hpp"
#include "wrong/bounded_fife.hpp"
#include "wrong/bounded_timestamps.hpp"

namespace doorway::lab::random {
namespace {

// Line 11 twice, the second time to its end, and line 12: a process that is allowed in is in after so many steps of its own.
constexpr std::uint64_t enabled(process_id n) { return 17 * n; }

// Many short episodes: their traces can be read.
plan briefly() { return {.steps = 20'000'000, .order = false, .shortest = 100, .longest = 3000}; }

template <template <class> class Wrong>
outcome caught(const parameters& size, const plan& how, claim which) {
  subject_of<Wrong> what(size);
  auto seen = walk(what, how);
  EXPECT_NE(seen.broken.words, "") << "nothing found in " << seen.steps << " steps";
  EXPECT_EQ(seen.broken.which, which) << seen.broken.words;
  // The trace is a run of the code.
  const program_of<Wrong> code(size, {.passages = 0, .domains = false});
  const auto again = rerun(code, seen.how);
  EXPECT_EQ(again.complaint, "");
  EXPECT_EQ(again.steps, seen.how.steps.size());
  if (which == claim::exclusion) {
    EXPECT_GT(again.inside, size.inside());
  }
  return seen;
}

TEST(walk, one_cell_of_discover) {
  caught<wrong::bounded_fife_one_cell>({.n = 3, .k = 2}, briefly(), claim::exclusion);
}
TEST(walk, no_ignore) { caught<wrong::bounded_fife_no_ignore>({.n = 3, .k = 1}, briefly(), claim::exclusion); }
TEST(walk, no_allow) {
  auto how = briefly();
  how.most_enabled = enabled(3);
  how.longest = 30'000;
  caught<wrong::bounded_fife_no_allow>({.n = 3, .k = 2}, how, claim::fife);
}

template <template <class> class System>
outcome walk_timestamps(process_id n, std::uint64_t steps) {
  timestamps_of<System> what({.n = n});
  return walk(what, {.steps = steps});
}
TEST(walk, timestamps_that_are_plainly_collected) {
  EXPECT_NE(walk_timestamps<wrong::bounded_timestamps_collect>(3, 20'000'000).broken.words, "");
}
TEST(walk, timestamps_without_a_second_look_at_the_colour) {
  EXPECT_NE(walk_timestamps<wrong::bounded_timestamps_unvalidated>(3, 100'000'000).broken.words, "");
}
TEST(walk, timestamps_that_do_not_announce_a_colour) {
  EXPECT_NE(walk_timestamps<wrong::bounded_timestamps_unannounced>(3, 100'000'000).broken.words, "");
}

// Those above are found within this many steps; these are not.
constexpr std::uint64_t as_many = 5'000'000;

TEST(walk, timestamps) {
  for (const process_id n : {2U, 3U, 5U}) {
    EXPECT_EQ(walk_timestamps<bounded_timestamps>(n, as_many).broken.words, "") << n;
    EXPECT_EQ(walk_timestamps<unbounded_timestamps>(n, as_many).broken.words, "") << n;
  }
}

template <template <class> class Right>
void walks_well(const parameters& size, const plan& how) {
  subject_of<Right> what(size);
  const auto seen = walk(what, how);
  EXPECT_EQ(seen.broken.words, "") << size.n;
  EXPECT_EQ(seen.most_inside, size.k) << "as many as may be";
  EXPECT_GT(seen.entries, 1000U);
  EXPECT_EQ(seen.crashed > 0, how.crashes > 0);
  EXPECT_EQ(seen.withdrawn > 0, how.abort);
}
TEST(walk, bounded_fife) {
  walks_well<bounded_fife>({.n = 3, .k = 2}, {.steps = as_many, .crashes = 1, .most_enabled = enabled(3)});
  walks_well<bounded_fife>({.n = 4, .k = 1}, {.steps = as_many, .abort = true, .most_enabled = enabled(4)});
  walks_well<bounded_fife>({.n = 5, .k = 3},
                           {.steps = as_many, .crashes = 2, .abort = true, .most_enabled = enabled(5)});
}
TEST(walk, unbounded_fife) {
  walks_well<unbounded_fife>({.n = 3, .k = 2}, {.steps = as_many, .crashes = 1, .most_enabled = enabled(3)});
}
TEST(walk, afek) { walks_well<afek>({.n = 3, .k = 2}, {.steps = as_many, .crashes = 1}); }

// The same seed, the same walk; another seed, another.
TEST(walk, follows_from_its_seed) {
  const auto entries = [](std::uint64_t seed) {
    subject_of<unbounded_fife> what({.n = 3, .k = 2});
    return walk(what, {.steps = 1'000'000, .seed = seed, .crashes = 1}).entries;
  };
  EXPECT_EQ(entries(7), entries(7));
  EXPECT_NE(entries(7), entries(8));
}

// A register that is declared too small.
template <class Memory>
class counts_to_four {
 public:
  static constexpr problem solves = problem::mutual_exclusion;
  using passage = nothing;
  counts_to_four(Memory& memory, const parameters& size)
      : count_(memory, {.name = "count", .rows = size.n, .domain = 4, .writer = writer::row}) {}
  template <class Here>
  bool enter(Here& here) const {
    count_.write(here.id(), count_.read(here.id()) + 1);
    return true;
  }
  template <class Here>
  void exit(Here& here) const {
    (void)count_.read(here.id());
  }

 private:
  registers<Memory> count_;
};
TEST(walk, sees_a_value_outside_the_domain) {
  subject_of<counts_to_four> what({.n = 1});
  const auto seen = walk(what, {.steps = 1000});
  EXPECT_EQ(seen.broken.words, "process 0 writes 4 to count, which takes 0 .. 3");
  EXPECT_EQ(seen.broken.which, claim::declarations);
}

}  // namespace
}  // namespace doorway::lab::random
