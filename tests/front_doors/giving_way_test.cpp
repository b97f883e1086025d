// What giving way costs, and when it is too dear (giving_way.hpp). No time passes here: it is told how long a turn took.
//
// Catches a rule by which one long turn, as the kernel takes now and then, sends everybody to sleep; and one by which no number of
// them does.
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "doorway/waiting/giving_way.hpp"

namespace {

using namespace std::chrono_literals;
namespace spinning = doorway::spinning;
using clock_type = std::chrono::steady_clock;

class giving_way : public testing::Test {
 protected:
  void SetUp() override {
    spinning::yield_disabled_until = 0;
    spinning::yield_debt_until = 0;
  }
  static bool is_dear(clock_type::time_point at) {
    return at.time_since_epoch().count() < spinning::yield_disabled_until;
  }
  const clock_type::time_point start = clock_type::now();
};

TEST_F(giving_way, is_free_now_and_then) {
  for (int i = 0; i < 10; ++i) {  // 5 ms every half second: less than a 64th
    spinning::charge_slow_yield(start + i * 500ms, 5ms);
    EXPECT_FALSE(is_dear(start + i * 500ms));
  }
}
TEST_F(giving_way, is_dear_when_much_is_lost) {
  spinning::charge_slow_yield(start, 5ms);
  spinning::charge_slow_yield(start + 5ms, 5ms);
  EXPECT_TRUE(is_dear(start + 5ms + 64 * 5ms - 1ns));
  EXPECT_FALSE(is_dear(start + 5ms + 64 * 5ms));
}
TEST_F(giving_way, is_dear_again_at_the_first_long_turn_if_it_was_so_a_moment_ago) {
  spinning::charge_slow_yield(start, 20ms);
  ASSERT_TRUE(is_dear(start));
  const auto later = start + 64 * 20ms + 100ms;
  ASSERT_FALSE(is_dear(later));
  std::thread([&] { spinning::charge_slow_yield(later, 1ms); }).join();  // another thread, which has lost nothing yet
  EXPECT_TRUE(is_dear(later));
}
TEST_F(giving_way, is_not_dear_for_long_after_a_very_long_turn) {
  spinning::charge_slow_yield(start, 10s);
  EXPECT_TRUE(is_dear(start));
  EXPECT_FALSE(is_dear(start + 64 * 20ms));
}

}  // namespace
