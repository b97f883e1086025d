// No lost wake-ups: a process that sleeps is woken by the write that lets it go on, and not by its own look every 50 ms.
//
// Measured as the time from just before the write to the moment when the sleeper goes on. A wake takes tens of microseconds;
// a lost one takes until the next look, 25 ms on average. The same measurements of a memory without wakes
// (tests/wrong/silent_threads.hpp) must say so.
#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <ostream>
#include <shared_mutex>

#include "doorway/algorithms/mutual_exclusion/bakery.hpp"
#include "doorway/group_mutex.hpp"
#include "doorway/k_mutex.hpp"
#include "doorway/mutex.hpp"
#include "doorway/shared_mutex.hpp"
#include "front_doors/support.hpp"
#include "wrong/silent_threads.hpp"

namespace {

using namespace front_doors;

constexpr auto far_less_than_a_rescan = 5ms;
constexpr auto like_a_rescan = 15ms;

// The holder keeps the lock for longer than anybody spins, and every other thread waits: so all hand-offs are to sleepers.
template <class Enter, class Leave>
std::vector<clock::duration> hand_offs(int threads, int rounds, Enter enter, Leave leave) {
  std::vector<clock::duration> all;
  clock::time_point left{};
  const auto enough = clock::now() + 3s;  // should they all be late
  in_threads(threads, [&](int) {
    for (int i = 0; i < rounds && clock::now() < enough; ++i) {
      enter();
      const auto now = clock::now();
      if (left != clock::time_point{}) all.push_back(now - left);
      std::this_thread::sleep_for(300us);
      left = clock::now();
      leave();
    }
  });
  return all;
}

std::ptrdiff_t late_of(const std::vector<clock::duration>& all) {
  return std::count_if(all.begin(), all.end(), [](auto time) { return time > like_a_rescan; });
}

void expect_woken(const std::vector<clock::duration>& all) {
  EXPECT_LT(median(all), far_less_than_a_rescan) << milliseconds(median(all)) << " ms";
  // A lost wake-up now and then is not in the median. Other load on the machine may hold up a few.
  const auto late = late_of(all);
  EXPECT_LE(late, static_cast<std::ptrdiff_t>(1 + all.size() / 200)) << "of " << all.size();
  std::printf("%zu hand-offs, median %.3f ms, longest %.3f ms, %td late\n", all.size(), milliseconds(median(all)),
              milliseconds(*std::max_element(all.begin(), all.end())), late);
}

class between : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(threads, between, testing::Values(2, 3, 8), testing::PrintToStringParamName());

TEST_P(between, mutex) {
  doorway::mutex lock;
  expect_woken(hand_offs(
      GetParam(), 1200 / GetParam(), [&] { lock.lock(); }, [&] { lock.unlock(); }));
}
TEST_P(between, bakery) {
  doorway::basic_mutex<doorway::bakery> lock;
  expect_woken(hand_offs(
      GetParam(), 1200 / GetParam(), [&] { lock.lock(); }, [&] { lock.unlock(); }));
}
TEST_P(between, timed_k_mutex) {
  doorway::k_mutex lock(1);
  expect_woken(hand_offs(
      GetParam(), 1200 / GetParam(), [&] { ASSERT_TRUE(lock.try_lock_for(10s)); }, [&] { lock.unlock(); }));
}
TEST_P(between, shared_mutex_writers) {
  doorway::shared_mutex lock;
  expect_woken(hand_offs(
      GetParam(), 1200 / GetParam(), [&] { lock.lock(); }, [&] { lock.unlock(); }));
}

// With others beside them that give up all the time: withdrawals clear Parked and leave marks and bells behind.
TEST(beside_those_who_give_up, mutex) {
  doorway::k_mutex lock(1);
  std::atomic<bool> over = false;
  std::jthread others([&] {
    in_threads(4, [&](int) {
      while (!over)
        if (lock.try_lock_for(500us)) lock.unlock();
    });
  });
  const auto all = hand_offs(
      4, 200, [&] { lock.lock(); }, [&] { lock.unlock(); });
  over = true;
  expect_woken(all);
}

// Every other one: two sleepers that look again by themselves meet half-way.
TEST(without_wakes, hand_offs_are_late) {
  doorway::basic_mutex<doorway::k_bakery_cc_fast, doorway::wrong::silent_threads> lock;
  const auto all = hand_offs(
      3, 8, [&] { lock.lock(); }, [&] { lock.unlock(); });
  EXPECT_GT(late_of(all), static_cast<std::ptrdiff_t>(all.size() / 4)) << "the measurement does not see it";
}

// Every kind of register that a declaration can describe, each waited for by the row's process, the column's and a third,
// and written by each that may.
struct scene {
  doorway::home home;
  doorway::writer writer;
  doorway::process_id reader, written_by;
};

std::vector<scene> scenes() {
  using doorway::home;
  using doorway::writer;
  std::vector<scene> all;
  for (const auto h : {home::nobody, home::row, home::column})
    for (const auto w : {writer::row, writer::column, writer::row_or_column, writer::anyone})
      for (const doorway::process_id reader : {0U, 1U, 2U})
        for (const doorway::process_id by : {0U, 1U, 2U}) {
          const bool may = w == writer::anyone || (by == 0 && w != writer::column) || (by == 1 && w != writer::row);
          if (may && by != reader) all.push_back({h, w, reader, by});
        }
  return all;
}

std::ostream& operator<<(std::ostream& out, const scene& s) {
  const char* const homes[] = {"nobody", "row", "column"};
  const char* const writers[] = {"row", "column", "row or column", "anyone"};
  return out << "home: " << homes[static_cast<int>(s.home)] << ", writer: " << writers[static_cast<int>(s.writer)]
             << "; process " << s.reader << " waits for process " << s.written_by;
}

clock::duration time_to_wake(const scene& s) {
  const doorway::declaration shape{.name = "X", .rows = 3, .columns = 3, .home = s.home, .writer = s.writer};
  doorway::threads memory(3, 1000);
  const doorway::registers<doorway::threads> X(memory, shape);
  doorway::nothing passage;
  clock::time_point woken;
  std::jthread waiter([&] {
    doorway::threads::here<doorway::nothing> here(memory, s.reader, passage, doorway::patience::for_ever());
    here.await([&] { return X.read(0, 1) == 7; });
    woken = clock::now();
  });
  std::this_thread::sleep_for(2ms);
  const auto wrote = clock::now();
  X.write(0, 1, 7);
  waiter.join();
  return woken - wrote;
}

TEST(every_kind_of_register, wakes_who_waits_for_it) {
  for (const auto& s : scenes()) {
    std::vector<clock::duration> times;
    for (int i = 0; i < 3; ++i) times.push_back(time_to_wake(s));
    EXPECT_LT(median(times), far_less_than_a_rescan) << s << ": " << milliseconds(median(times)) << " ms";
  }
}

}  // namespace
