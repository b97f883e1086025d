// Abort storm: 16 threads that give up after 0 to 2 ms, over and over.
//
// Catches a withdrawal that leaves its announcement behind (a permit is lost: the lock fills up and the end test hangs or
// sees a register that is not quiescent), one that takes somebody else's place (too many inside), and one that waits.
#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <random>
#include <string_view>
#include <type_traits>

#include "doorway/group_mutex.hpp"
#include "doorway/k_mutex.hpp"
#include "doorway/timed_mutex.hpp"
#include "front_doors/support.hpp"

namespace {

using namespace front_doors;

std::chrono::seconds storm_length() {
  if (const char* seconds = std::getenv("DOORWAY_STORM_SECONDS")) return std::chrono::seconds(std::atoi(seconds));
  return shortened ? 2s : 10s;
}

struct outcome {
  std::atomic<long> entered = 0, gave_up = 0, too_many = 0;
};

// enter(until): a timed attempt.
template <class Enter, class Leave>
void storm(outcome& result, int k, Enter enter, Leave leave) {
  std::atomic<int> inside = 0;
  const auto end = clock::now() + storm_length();
  in_threads(16, [&](int t) {
    std::minstd_rand random(static_cast<unsigned>(t) + 1);
    std::uniform_int_distribution<int> up_to_2ms(0, 2000);
    while (clock::now() < end) {
      const auto deadline = clock::now() + std::chrono::microseconds(up_to_2ms(random));
      if (!enter(deadline)) {
        ++result.gave_up;
        continue;
      }
      // Counted after entering and before leaving: the count is never above the number really inside.
      if (++inside > k) ++result.too_many;
      if (random() % 4 == 0) std::this_thread::sleep_for(std::chrono::microseconds(up_to_2ms(random) / 4));
      --inside;
      leave();
      ++result.entered;
    }
  });
}

template <class Lock>
void expect_all(const Lock& lock, std::string_view name, doorway::word expected) {
  const auto values = values_of(lock, name);
  EXPECT_FALSE(values.empty()) << "there is no " << name;
  for (const auto value : values) EXPECT_EQ(value, expected) << name;
}

// Nobody wants the lock: no announcement and no sleeper is left.
template <class Lock>
void expect_quiescent(const Lock& lock) {
  if constexpr (std::is_same_v<Lock, doorway::group_mutex>) {
    for (const auto* name : {"Session", "Token", "Choosing"}) expect_all(lock, name, 0);
  } else {
    expect_all(lock, "Want", doorway::infinity);
  }
  expect_all(lock, "Parked", 0);
  for (const auto& array : lock.snapshot())
    for (const auto value : array.values)
      EXPECT_TRUE(array.shape.domain == doorway::unbounded || value < array.shape.domain) << array.shape.name;
}

// k fit in, all at once; one more does not.
template <class Lock>
void expect_every_permit_back(Lock& lock, int k) {
  std::latch all_in(k), looked(1);
  in_threads(k + 1, [&](int t) {
    if (t == k) {
      all_in.wait();
      const bool one_more = lock.try_lock() || lock.try_lock_for(1ms);
      EXPECT_FALSE(one_more) << "there is one permit more than k";
      if (one_more) lock.unlock();
      looked.count_down();
      return;
    }
    const bool entered = lock.try_lock_for(5s);
    EXPECT_TRUE(entered) << "a permit is gone";
    all_in.count_down();
    looked.wait();
    if (entered) lock.unlock();
  });
}

template <class Lock>
void storm_over(Lock& lock, int k) {
  outcome result;
  storm(
      result, k, [&](auto deadline) { return lock.try_lock_until(deadline); }, [&] { lock.unlock(); });
  EXPECT_EQ(result.too_many, 0);
  EXPECT_GT(result.entered, 100);
  EXPECT_GT(result.gave_up, 100) << "no storm";
  expect_quiescent(lock);
  expect_every_permit_back(lock, k);
  expect_quiescent(lock);
  std::printf("%ld entered, %ld gave up\n", result.entered.load(), result.gave_up.load());
}

TEST(abort_storm, timed_mutex) {
  doorway::timed_mutex lock;
  storm_over(lock, 1);
}

TEST(abort_storm, k_mutex) {
  doorway::k_mutex lock(3);
  storm_over(lock, 3);
}

// The lock is tried, never waited for: try_lock's one look and its abort, against each other.
TEST(abort_storm, try_lock_only) {
  doorway::k_mutex lock(2);
  std::atomic<int> inside = 0;
  std::atomic<long> too_many = 0, entered = 0;
  const auto end = clock::now() + (shortened ? 500ms : 1s);
  in_threads(8, [&](int) {
    while (clock::now() < end)
      if (lock.try_lock()) {
        if (++inside > 2) ++too_many;
        ++entered;
        --inside;
        lock.unlock();
      }
  });
  EXPECT_EQ(too_many, 0);
  EXPECT_GT(entered, 100);
  expect_quiescent(lock);
  expect_every_permit_back(lock, 2);
}

// Sessions under a storm: never two sessions inside, and afterwards every session gets in at once.
TEST(abort_storm, group_mutex) {
  doorway::group_mutex rooms;
  std::atomic<int> inside[3] = {};
  std::atomic<long> breaches = 0;
  outcome result;
  storm(
      result, 16,
      [&](auto deadline) {
        const auto mine = doorway::thread_index() % 3;
        if (!rooms.try_lock_until(1 + mine, deadline)) return false;
        ++inside[mine];
        if (inside[(mine + 1) % 3] != 0 || inside[(mine + 2) % 3] != 0) ++breaches;
        return true;
      },
      [&] {
        --inside[doorway::thread_index() % 3];
        rooms.unlock();
      });
  EXPECT_EQ(breaches, 0);
  EXPECT_GT(result.entered, 100);
  EXPECT_GT(result.gave_up, 100) << "no storm";
  expect_quiescent(rooms);
  in_threads(16, [&](int t) {
    const bool entered = rooms.try_lock_for(static_cast<unsigned>(1 + t % 3), 5s);
    EXPECT_TRUE(entered) << "a place is gone";
    if (entered) rooms.unlock();
  });
  expect_quiescent(rooms);
}

}  // namespace
