// The labels of the bounded timestamps, alone: taken one after the other and two at a time, with views that are snapshots.
//
// Every interleaving of Labels that read a snapshot, choose, and later write, and of Scans in between: the order of the labels is
// held against the monitor. It would catch a wrong digit order and a wrong choice of the new label.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <deque>
#include <set>
#include <string>
#include <unordered_set>

#include "doorway/algorithms/blocks/bounded_timestamps.hpp"
#include "doorway/core/survey.hpp"
#include "lab/timestamps/monitor.hpp"

namespace doorway::lab {
namespace {

struct labels : bounded_timestamps<survey> {
  explicit labels(process_id n) : bounded_timestamps(unused, n) {}
  using bounded_timestamps::new_label;
  static inline survey unused;
};

TEST(labels, fit_into_a_word_up_to_25_processes) {
  // 5^24 * 50 = 2980232238769531250 < 2^63 - 1 = 9223372036854775807 < 5^25 * 52.
  EXPECT_EQ(bounded_timestamps<survey>::most, 25U);
}

TEST(labels, order_of_digits) {
  // 1 < 2; 1, 2 < 3, 4, 5; 3 < 4 < 5 < 3. A label of n = 2 is one digit, and 0 stands for 1.
  const std::set<std::pair<int, int>> less{{1, 2}, {1, 3}, {1, 4}, {1, 5}, {2, 3},
                                           {2, 4}, {2, 5}, {3, 4}, {4, 5}, {5, 3}};
  const labels two(2);
  for (int a = 1; a <= 5; ++a)
    for (int b = 1; b <= 5; ++b) {
      labels::view seen{};
      seen[0] = static_cast<word>(a - 1);
      seen[1] = static_cast<word>(b - 1);
      EXPECT_EQ(two.precedes(seen, 0, 1), a == b || less.contains({a, b})) << a << ' ' << b;
      EXPECT_EQ(two.precedes(seen, 1, 0), a != b && less.contains({b, a})) << a << ' ' << b;
    }
}

TEST(labels, alone_one_keeps_its_label_and_two_go_round) {
  const labels two(2);
  labels::view seen{};
  // By hand: 1,1 -> process 0 takes 2 -> 1 takes 3 -> 0 takes 4 -> 1 takes 5 -> 0 takes 3 -> 1 takes 4.
  const word digits[] = {2, 3, 4, 5, 3, 4, 5};
  process_id p = 0;
  for (const word expected : digits) {
    seen[p] = two.new_label(p, seen);
    EXPECT_EQ(seen[p] + 1, expected);
    EXPECT_EQ(two.new_label(p, seen), seen[p]) << "the largest keeps its label";
    p = 1 - p;
  }
}

constexpr word nothing_pending = ~word{0};

struct state {
  labels::view current{};
  std::array<word, 4> pending{nothing_pending, nothing_pending, nothing_pending, nothing_pending};
  timestamp_monitor watch;
};

std::string spelled(const state& of, process_id n) {
  std::string text;
  for (process_id p = 0; p < n; ++p) {
    text += static_cast<char>(of.current[p]);
    text += static_cast<char>(of.pending[p] == nothing_pending ? 127 : of.pending[p]);
  }
  of.watch.pack([&](unsigned bits, unsigned) { text += static_cast<char>(bits); });
  return text;
}

struct verdict {
  std::size_t states = 0;
  timestamp_monitor::failure broken = timestamp_monitor::failure::none;
};

// Everything that can be reached.
verdict explore(process_id n) {
  const labels system(n);
  std::unordered_set<std::string> known;
  std::deque<state> next;
  verdict found;
  const auto reach = [&](const state& what) {
    if (known.insert(spelled(what, n)).second) next.push_back(what);
  };
  state first;
  first.watch = timestamp_monitor(n);
  reach(first);
  while (!next.empty() && found.broken == timestamp_monitor::failure::none) {
    const state now = next.front();
    next.pop_front();
    for (process_id p = 0; p < n; ++p) {
      state then = now;
      if (now.pending[p] != nothing_pending) {  // writes
        then.current[p] = now.pending[p];
        then.pending[p] = nothing_pending;
        then.watch.label_ends(p);
        reach(then);
        continue;
      }
      then.pending[p] = system.new_label(p, now.current);  // reads, and chooses
      then.watch.label_begins(p);
      reach(then);
      state scanned = now;
      scanned.watch.scan_begins(p);
      const auto wrong = scanned.watch.scan_ends(p, relation_of(system, now.current, n));
      if (wrong != timestamp_monitor::failure::none) found.broken = wrong;
      reach(scanned);
    }
  }
  found.states = known.size();
  return found;
}

TEST(labels, of_two_with_snapshots) {
  const auto found = explore(2);
  EXPECT_EQ(found.broken, timestamp_monitor::failure::none) << to_string(found.broken);
  EXPECT_GT(found.states, 100U);
}
TEST(labels, of_three_with_snapshots) {
  const auto found = explore(3);
  EXPECT_EQ(found.broken, timestamp_monitor::failure::none) << to_string(found.broken);
  EXPECT_GT(found.states, 10'000U);
}

}  // namespace
}  // namespace doorway::lab
