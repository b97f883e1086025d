// Abort storm on the constructed locks behind the front doors: 12 threads that give up after 0 to 1 ms, over and over.
//
// Catches a withdrawal that leaves somebody waiting for ever (the end test fails), lets two in (the plain counter is short,
// and TSan sees it), or leaves a mark in the registers.
#include <gtest/gtest.h>

#include <atomic>
#include <random>
#include <string_view>

#include "doorway/algorithms/group_exclusion/group_from_abortable.hpp"
#include "doorway/algorithms/k_exclusion/afek.hpp"
#include "doorway/algorithms/k_exclusion/anderson_moir.hpp"
#include "doorway/algorithms/k_exclusion/bounded_fife.hpp"
#include "doorway/algorithms/mutual_exclusion/fcfs_abortable.hpp"
#include "doorway/group_mutex.hpp"
#include "doorway/k_mutex.hpp"
#include "doorway/timed_mutex.hpp"
#include "front_doors/support.hpp"

namespace {

using namespace front_doors;

constexpr int threads = 12;

// enter(t, deadline), leave(t): a timed attempt of thread t.
template <class Enter, class Leave>
void storm(Enter enter, Leave leave) {
  std::atomic<long> entered = 0, gave_up = 0;
  const auto begin = clock::now();
  // Until it was a storm, however slow the machine or the sanitizer.
  const auto goes_on = [&] {
    const auto lasted = clock::now() - begin;
    return lasted < (shortened ? 1s : 2s) || ((entered <= 100 || gave_up <= 100) && lasted < 30s);
  };
  in_threads(threads, [&](int t) {
    std::minstd_rand random(static_cast<unsigned>(t) + 1);
    while (goes_on()) {
      if (!enter(t, clock::now() + std::chrono::microseconds(random() % 1000))) {
        ++gave_up;
        continue;
      }
      if (random() % 8 == 0) std::this_thread::sleep_for(std::chrono::microseconds(random() % 500));
      leave(t);
      ++entered;
    }
  });
  EXPECT_GT(entered, 100);
  EXPECT_GT(gave_up, 100) << "no storm";
}

template <class Lock>
void expect_initial(const Lock& lock, std::initializer_list<std::string_view> names) {
  for (const auto name : names)
    for (const auto value : values_of(lock, name)) EXPECT_EQ(value, 0U) << name;
}

template <class Lock>
void storm_over_a_mutex(Lock& lock) {
  long counter = 0;  // nothing protects it but the lock
  std::atomic<long> passages = 0;
  storm([&](int, auto deadline) { return lock.try_lock_until(deadline); },
        [&](int) {
          ++counter;
          ++passages;
          lock.unlock();
        });
  EXPECT_EQ(counter, passages);
  in_threads(threads, [&](int) {
    const bool entered = lock.try_lock_for(5s);
    EXPECT_TRUE(entered) << "somebody who gave up is still waited for";
    if (entered) lock.unlock();
  });
}

TEST(constructed_storm, abortable_tree_lock) {
  doorway::basic_timed_mutex<doorway::abortable_tree_lock> lock(32);
  storm_over_a_mutex(lock);
  expect_initial(lock, {"C", "Level"});
}

TEST(constructed_storm, fcfs_abortable) {
  doorway::basic_timed_mutex<doorway::fcfs_abortable> lock(32);
  storm_over_a_mutex(lock);
  expect_initial(lock, {"Request", "C", "Level"});
}

TEST(constructed_storm, group_from_abortable) {
  doorway::basic_group_mutex<doorway::group_from_abortable> rooms(32);
  std::atomic<int> inside[3] = {};
  std::atomic<long> breaches = 0;
  storm(
      [&](int t, auto deadline) {
        const auto mine = static_cast<unsigned>(t) % 3;
        if (!rooms.try_lock_until(1 + mine, deadline)) return false;
        ++inside[mine];
        if (inside[(mine + 1) % 3] != 0 || inside[(mine + 2) % 3] != 0) ++breaches;
        return true;
      },
      [&](int t) {
        --inside[static_cast<unsigned>(t) % 3];
        rooms.unlock();
      });
  EXPECT_EQ(breaches, 0);
  in_threads(threads, [&](int t) {
    const bool entered = rooms.try_lock_for(static_cast<unsigned>(1 + t % 3), 5s);
    EXPECT_TRUE(entered) << "somebody who gave up is still waited for";
    if (entered) rooms.unlock();
  });
  expect_initial(rooms, {"B", "C", "Level"});
}

template <template <class> class Algorithm>
void storm_over_slots(std::initializer_list<std::string_view> quiescent) {
  constexpr int k = 3;
  doorway::basic_k_mutex<Algorithm> slots(k, 16);
  std::atomic<int> inside = 0;
  std::atomic<long> breaches = 0;
  storm(
      [&](int, auto deadline) {
        if (!slots.try_lock_until(deadline)) return false;
        if (++inside > k) ++breaches;
        return true;
      },
      [&](int) {
        --inside;
        slots.unlock();
      });
  EXPECT_EQ(breaches, 0);
  std::atomic<int> together = 0;  // and every slot is free again: k that stay inside until all are
  in_threads(k, [&](int) {
    const bool entered = slots.try_lock_for(5s);
    EXPECT_TRUE(entered) << "somebody who gave up still has a slot";
    ++together;
    while (together < k) std::this_thread::yield();
    if (entered) slots.unlock();
  });
  expect_initial(slots, quiescent);
}

TEST(constructed_storm, bounded_fife) {
  storm_over_slots<doorway::bounded_fife>({"Compete", "Ignore", "Reveal", "Discover"});
}
TEST(constructed_storm, unbounded_fife) {
  storm_over_slots<doorway::unbounded_fife>({"Compete", "Ignore", "Reveal", "Discover"});
}
TEST(constructed_storm, afek) { storm_over_slots<doorway::afek>({"comp"}); }
TEST(constructed_storm, anderson_moir) { storm_over_slots<doorway::anderson_moir>({"X"}); }

}  // namespace
