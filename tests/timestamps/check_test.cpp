// Timestamp systems, every interleaving; and the monitor itself, told by hand what it must not let pass.
#include <gtest/gtest.h>

#include "doorway/algorithms/blocks/bounded_timestamps.hpp"
#include "doorway/algorithms/blocks/unbounded_timestamps.hpp"
#include "lab/timestamps/check.hpp"
#include "lab/timestamps/monitor.hpp"
#include "lab/timestamps/program.hpp"

namespace doorway::lab {
namespace {

using failure = timestamp_monitor::failure;
constexpr timestamp_monitor::relation zero_first{0, 1}, one_first{2, 0};  // of two: who comes before whom

TEST(monitor, property_1) {
  timestamp_monitor watch(2);
  for (const process_id p : {0U, 1U}) {
    watch.label_begins(p);
    watch.label_ends(p);
  }
  auto other = watch;
  watch.scan_begins(0);
  EXPECT_EQ(watch.scan_ends(0, zero_first), failure::none);
  other.scan_begins(0);
  EXPECT_EQ(other.scan_ends(0, one_first), failure::persistence_or_property_1);
}
TEST(monitor, says_nothing_of_labels_that_overlap) {
  for (const auto& found : {zero_first, one_first}) {
    timestamp_monitor watch(2);
    watch.label_begins(0);
    watch.label_begins(1);
    watch.label_ends(0);
    watch.label_ends(1);
    watch.scan_begins(0);
    EXPECT_EQ(watch.scan_ends(0, found), failure::none);
  }
}
TEST(monitor, consistency_of_scans_that_overlap) {
  timestamp_monitor watch(2);
  watch.scan_begins(0);
  watch.scan_begins(1);
  EXPECT_EQ(watch.scan_ends(0, zero_first), failure::none);
  EXPECT_EQ(watch.scan_ends(1, one_first), failure::consistency);
}
TEST(monitor, persistence_when_the_other_takes_another_label) {
  timestamp_monitor watch(2);
  watch.scan_begins(0);
  watch.label_begins(1);
  EXPECT_EQ(watch.scan_ends(0, zero_first), failure::none);
  watch.scan_begins(0);  // the label is not ready: this one may find what it likes
  EXPECT_EQ(watch.scan_ends(0, one_first), failure::none);
  watch.label_ends(1);
  watch.scan_begins(0);
  EXPECT_EQ(watch.scan_ends(0, one_first), failure::persistence_or_property_1);
}
TEST(monitor, property_2) {
  // 1's label began when 0's was ready, and 0 has put 1 before itself while 1 was not ready: then 1 must be the last, and is not.
  timestamp_monitor watch(2);
  watch.label_begins(0);
  watch.label_ends(0);
  watch.label_begins(1);
  watch.scan_begins(0);
  EXPECT_EQ(watch.scan_ends(0, one_first), failure::none);
  watch.scan_begins(1);
  watch.label_ends(1);
  EXPECT_EQ(watch.scan_ends(1, one_first), failure::property_2);
}
TEST(monitor, a_circle_is_no_order) {
  timestamp_monitor watch(3);
  watch.scan_begins(0);
  EXPECT_EQ(watch.scan_ends(0, {4, 1, 2}), failure::not_an_order);  // 2 < 0 < 1 < 2
}

// Takes its own last timestamp for the largest.
template <class Memory>
class selfish_timestamps : public unbounded_timestamps<Memory> {
 public:
  using unbounded_timestamps<Memory>::unbounded_timestamps;
  constexpr void label(process_id p) const { this->TS.write(p, this->TS.read(p) + 1); }
};
// Leaves its timestamp for others to overtake: equal ones are told apart the wrong way round.
template <class Memory>
class equal_timestamps : public unbounded_timestamps<Memory> {
 public:
  using unbounded_timestamps<Memory>::unbounded_timestamps;
  constexpr void label(process_id p) const { this->TS.write(p, this->TS.max()); }
};

template <template <class> class System>
specification_report checked(process_id n, std::uint32_t operations) {
  const timestamp_program<System> code(n, operations);
  exploration_limits limits;
  limits.memory = std::size_t{2} << 30U;
  limits.seconds = 100;
  return check_timestamps(code, limits);
}

TEST(timestamps, the_wrong_ones_are_refuted) {
  const auto selfish = checked<selfish_timestamps>(2, 3);
  EXPECT_EQ(selfish.broken, to_string(failure::persistence_or_property_1));
  ASSERT_TRUE(selfish.how.has_value());
  EXPECT_GT(selfish.how->steps.size(), 5U);
  EXPECT_NE(checked<equal_timestamps>(2, 3).broken, "");
}

template <template <class> class System>
void holds(process_id n, std::uint32_t operations) {
  const auto found = checked<System>(n, operations);
  EXPECT_EQ(found.broken, "");
  EXPECT_TRUE(found.complete);
  EXPECT_GT(found.entries, 0U);
}
TEST(timestamps, unbounded_two) { holds<unbounded_timestamps>(2, 4); }
TEST(timestamps, unbounded_three) { holds<unbounded_timestamps>(3, 2); }
TEST(timestamps, bounded_two) { holds<bounded_timestamps>(2, 2); }

}  // namespace
}  // namespace doorway::lab
