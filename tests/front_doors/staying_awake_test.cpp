// Who stays awake while it waits, and who sleeps (spinning.hpp), on machines with 1, 2 and 16 processors. They are not real, and
// no time passes but what is said here: a pause takes 20 ns, giving way 300 ns, a look at the registers 100 ns.
//
// Catches waiters that, on 16 processors, sleep at once unless they are next (3 to 10 % of the passages of other fair locks from
// four threads up); that sleep after so many turns although the lock changes hands all the time; that look as often from the
// queue's end as from its head, or so rarely that they come late; that keep a processor which others may need; that never sleep.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <stdexcept>

#include "doorway/waiting/spinning.hpp"

namespace {

using namespace std::chrono_literals;
using doorway::process_id;
using doorway::spinning::way;
using doorway::spinning::way_to_wait;
using std::chrono::nanoseconds;

struct machine {
  using time_point = doorway::patience::clock::time_point;

  [[nodiscard]] time_point now() const { return time_point{} + passed; }
  void relax() {
    pass(20ns);
    most_pauses = std::max(most_pauses, ++pauses);
  }
  bool give_way(time_point& then) {
    pauses = 0;
    if (passed >= dear_from) return false;
    pass(turn);
    ++gave_way;
    then = now();
    return true;
  }
  void pass(nanoseconds time) {
    passed += time;
    if (passed > 1s) throw std::logic_error("awake for ever");
  }

  process_id processors;
  nanoseconds dear_from = 10s;
  nanoseconds turn = 300ns;
  nanoseconds passed{0};
  int gave_way = 0;
  int pauses = 0, most_pauses = 0;  // since it gave way
};

// A waiter with so many before it, one of whom leaves every `section`. (Those before it are not played: they need not be late.)
struct waiter {
  waiter(process_id processors, process_id before, nanoseconds section)
      : on{.processors = processors}, before_(before), section_(section) {}

  // False: it wants to sleep.
  bool stays_awake() {
    auto ready = [this] {
      ++looks;
      on.pass(100ns);
      return left_before() == 0;
    };
    auto ahead = [this] {
      on.pass(100ns);
      return left_before();
    };
    return doorway::spinning::stay_awake(ready, ahead, doorway::patience::for_ever(), on);
  }
  [[nodiscard]] process_id left_before() const {
    const auto left = on.passed / section_;
    return left >= before_ ? 0 : before_ - static_cast<process_id>(left);
  }
  [[nodiscard]] nanoseconds late() const { return on.passed - before_ * section_; }

  machine on;
  int looks = 0;

 private:
  process_id before_;
  nanoseconds section_;
};

constexpr nanoseconds for_ever = 10s;

TEST(way_to_wait, on_one_processor_everybody_sleeps) {
  for (const process_id before : {0U, 1U, 2U, 8U}) EXPECT_EQ(way_to_wait(before, 1), way::sleep) << before;
}
TEST(way_to_wait, on_two_only_the_next_one_spins) {
  for (const process_id before : {0U, 1U}) EXPECT_EQ(way_to_wait(before, 2), way::spin) << before;
  for (const process_id before : {2U, 3U, 16U}) EXPECT_EQ(way_to_wait(before, 2), way::give_way) << before;
  for (const process_id before : {17U, 1000U}) EXPECT_EQ(way_to_wait(before, 2), way::sleep) << before;
}
TEST(way_to_wait, on_sixteen_a_thread_with_a_processor_stays_awake) {
  for (const process_id before : {0U, 1U}) EXPECT_EQ(way_to_wait(before, 16), way::spin) << before;
  for (const process_id before : {2U, 3U, 15U}) EXPECT_EQ(way_to_wait(before, 16), way::look_now_and_then) << before;
  for (const process_id before : {16U, 63U, 128U}) EXPECT_EQ(way_to_wait(before, 16), way::give_way) << before;
  for (const process_id before : {129U, 1000U}) EXPECT_EQ(way_to_wait(before, 16), way::sleep) << before;
}

class with_sections : public testing::TestWithParam<nanoseconds> {};
INSTANTIATE_TEST_SUITE_P(of_ns, with_sections, testing::Values(250ns, 1us, 4us, 25us),
                         [](const auto& of) { return std::to_string(of.param.count()); });

// Shorter than a sleeper takes to wake: all that are waited for are waited for awake, and nobody comes late. Where there are more
// than processors, a turn takes a microsecond for each of those who share one.
TEST_P(with_sections, on_sixteen_processors_nobody_sleeps_or_comes_late) {
  for (process_id before = 1; before <= 128; ++before) {
    if (before == 1 && GetParam() > 10us) continue;  // it spins for so long, and no longer
    waiter p(16, before, GetParam());
    if (before >= 16) p.on.turn = (before + 16) / 16 * 1us;
    EXPECT_TRUE(p.stays_awake()) << before << " before it";
    EXPECT_LT(p.late(), p.on.turn + 1us) << before << " before it";
  }
}
TEST_P(with_sections, on_two_processors_too) {
  for (process_id before = 2; before <= 16; ++before) {
    waiter p(2, before, GetParam());
    p.on.turn = (before + 2) / 2 * 1us;
    EXPECT_TRUE(p.stays_awake()) << before << " before it";
    EXPECT_LT(p.late(), p.on.turn + 1us) << before << " before it";
  }
}
// On two processors 64 turns are the limit, however quickly the others leave; on sixteen it is a matter of how quickly.
TEST(two_processors, see_64_turns_at_most) {
  waiter of_two(2, 16, 20us);
  of_two.on.turn = 1us;
  EXPECT_FALSE(of_two.stays_awake());
  EXPECT_EQ(of_two.on.gave_way, 64);
  waiter of_sixteen(16, 16, 20us);
  of_sixteen.on.turn = 1us;
  EXPECT_TRUE(of_sixteen.stays_awake());
  EXPECT_GT(of_sixteen.on.gave_way, 64);
}

// Each look takes the line from those who write it: the time from one to the next.
TEST(looks, are_the_rarer_the_more_are_before) {
  const auto apart = [](process_id before) {
    waiter p(16, before, for_ever);
    p.stays_awake();
    return p.on.passed / std::max(p.looks, 1);
  };
  for (process_id before = 2; before < 15; ++before) EXPECT_GT(apart(before + 1), apart(before));
  EXPECT_GT(apart(15), 3 * apart(2));
}

TEST(processors, are_not_kept_from_others) {
  for (process_id before = 2; before < 16; ++before) {  // there is one for each of them, most likely
    waiter p(16, before, for_ever);
    p.stays_awake();
    EXPECT_LT(p.on.most_pauses * 20ns, before * 250ns) << before << " before it";
    EXPECT_EQ(p.on.gave_way, p.looks) << before << " before it";
  }
  for (const auto& [count, before] : {std::pair{16U, 16U}, {16U, 128U}, {2U, 2U}, {2U, 16U}}) {  // there is not
    waiter p(count, before, for_ever);
    p.stays_awake();
    EXPECT_EQ(p.on.most_pauses, 0) << before << " before it";
    EXPECT_GT(p.on.gave_way, 0) << before << " before it";
  }
}

// Nor by the one who has become next, for longer than a few microseconds.
TEST(the_next_one, spins_and_gives_way_in_turn) {
  for (const process_id count : {2U, 16U}) {
    waiter p(count, 2, 40us);
    p.on.turn = 1us;
    EXPECT_TRUE(p.stays_awake());
    EXPECT_GE(p.on.most_pauses * 20ns, 2us);
    EXPECT_LE(p.on.most_pauses * 20ns, 5us);
  }
}

TEST(a_long_wait, sleeps) {
  for (const process_id count : {2U, 16U})
    for (process_id before = 1; before <= 8 * count; ++before)
      for (const nanoseconds section : {200us, 1000us, 1000000us}) {
        waiter p(count, before, section);
        EXPECT_FALSE(p.stays_awake()) << before << " before it";
        EXPECT_LT(p.on.passed, 250us) << before << " before it";
      }
}
// Where two processors are shared by many, a turn takes as long as a few others need: that alone sends nobody to sleep.
TEST(a_long_wait, gives_way_64_times_before) {
  for (const process_id count : {2U, 16U}) {
    waiter p(count, count + 1, for_ever);
    p.on.turn = 10us;
    EXPECT_FALSE(p.stays_awake());
    EXPECT_EQ(p.on.gave_way, 64);
  }
}
TEST(a_waiter_far_away, sleeps_without_a_look) {
  for (const auto& [count, before] : {std::pair{1U, 1U}, {1U, 2U}, {2U, 17U}, {16U, 129U}}) {
    waiter p(count, before, 250ns);
    EXPECT_FALSE(p.stays_awake());
    EXPECT_EQ(p.looks, 0);
  }
}
TEST(where_giving_way_is_dear, only_the_next_one_stays_awake) {
  for (const process_id before : {2U, 15U, 16U}) {
    waiter p(16, before, for_ever);
    p.on.dear_from = 0ns;
    EXPECT_FALSE(p.stays_awake());
    EXPECT_EQ(p.looks, 0);
  }
  for (const process_id count : {2U, 16U}) {
    waiter becomes_next(count, 2, 30us);
    becomes_next.on.turn = 1us;
    becomes_next.on.dear_from = 40us;
    EXPECT_TRUE(becomes_next.stays_awake());
  }
}

}  // namespace
