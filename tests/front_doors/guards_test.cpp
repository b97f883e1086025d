// The standard's guards over every front door they fit, protecting plain data: under TSan a lock that orders nothing is a
// data race, without it a lock that excludes nobody is a wrong sum.
#include <gtest/gtest.h>

#include <atomic>
#include <concepts>
#include <condition_variable>
#include <mutex>
#include <queue>
#include <shared_mutex>
#include <thread>
#include <vector>

#include "doorway/algorithms/mutual_exclusion/bakery.hpp"
#include "doorway/group_mutex.hpp"
#include "doorway/k_mutex.hpp"
#include "doorway/mutex.hpp"
#include "doorway/shared_mutex.hpp"
#include "doorway/timed_mutex.hpp"
#include "front_doors/support.hpp"

// An algorithm that nobody has seen withdraw.
template <class Memory>
class stubborn : public doorway::bakery<Memory> {
 public:
  static constexpr bool withdraws = false;
  using doorway::bakery<Memory>::bakery;
};

namespace {

using namespace front_doors;

// The named requirements of the standard, return types exactly.
template <class L>
concept lockable = requires(L& lock) {
  { lock.lock() } -> std::same_as<void>;
  { lock.try_lock() } -> std::same_as<bool>;
  { lock.unlock() } -> std::same_as<void>;
};
template <class L>
concept timed_lockable = lockable<L> && requires(L& lock) {
  { lock.try_lock_for(1ms) } -> std::same_as<bool>;
  { lock.try_lock_for(std::chrono::duration<float>(0.001F)) } -> std::same_as<bool>;
  { lock.try_lock_until(std::chrono::system_clock::now()) } -> std::same_as<bool>;
  { lock.try_lock_until(std::chrono::steady_clock::now()) } -> std::same_as<bool>;
};
template <class L>
concept shared_lockable = lockable<L> && requires(L& lock) {
  { lock.lock_shared() } -> std::same_as<void>;
  { lock.try_lock_shared() } -> std::same_as<bool>;
  { lock.unlock_shared() } -> std::same_as<void>;
};
template <class L>
concept shared_timed_lockable = shared_lockable<L> && timed_lockable<L> && requires(L& lock) {
  { lock.try_lock_shared_for(1ms) } -> std::same_as<bool>;
  { lock.try_lock_shared_until(std::chrono::system_clock::now()) } -> std::same_as<bool>;
};
template <class L>
concept pinned = !std::copyable<L> && !std::movable<L>;

using seat = doorway::group_mutex::session_view;

static_assert(lockable<doorway::mutex> && !timed_lockable<doorway::mutex> && pinned<doorway::mutex>);
static_assert(timed_lockable<doorway::timed_mutex> && pinned<doorway::timed_mutex>);
static_assert(timed_lockable<doorway::k_mutex> && pinned<doorway::k_mutex>);
static_assert(timed_lockable<seat> && timed_lockable<const seat> && std::copyable<seat>);
static_assert(!lockable<doorway::group_mutex> && pinned<doorway::group_mutex>);
static_assert(shared_lockable<doorway::shared_mutex> && !timed_lockable<doorway::shared_mutex>);
static_assert(shared_timed_lockable<doorway::shared_timed_mutex> && pinned<doorway::shared_timed_mutex>);

// No try_lock and no timed forms without withdrawal; lock and unlock all the same.
template <class L>
concept tries = requires(L& lock) {
  lock.try_lock();
}
|| requires(L& lock) { lock.try_lock_for(1ms); }
|| requires(L& lock) { lock.try_lock_until(clock::now()); };
static_assert(tries<doorway::basic_timed_mutex<doorway::bakery>> && !tries<doorway::basic_timed_mutex<stubborn>>);
static_assert(requires(doorway::basic_timed_mutex<stubborn> & lock) { lock.lock(), lock.unlock(); });

// The front doors with one inside, each as something Lockable.
template <class Lock>
struct door {
  Lock lock{};
  Lock& operator*() { return lock; }
};
template <>
struct door<doorway::k_mutex> {
  doorway::k_mutex lock{1};
  doorway::k_mutex& operator*() { return lock; }
};
// Every thread its own session: a group_mutex used as a mutex.
template <>
struct door<doorway::group_mutex> {
  doorway::group_mutex lock{};
  seat operator*() { return lock.session(1 + doorway::thread_index()); }
};

template <class Lock>
class one_inside : public testing::Test {};
using locks = testing::Types<doorway::mutex, doorway::timed_mutex, doorway::k_mutex, doorway::group_mutex,
                             doorway::shared_mutex, doorway::shared_timed_mutex, doorway::basic_mutex<doorway::bakery>>;
TYPED_TEST_SUITE(one_inside, locks);

constexpr int threads = 6;
constexpr int rounds = 500;  // beside busy processes each hand-off takes milliseconds

// ++sum, with a good chance for another thread that is inside too to spoil it.
void add_one(long& sum) {
  const long was = sum;
  if (was % 16 == 0) std::this_thread::yield();
  sum = was + 1;
}

TYPED_TEST(one_inside, lock_guard) {
  door<TypeParam> door;
  long sum = 0;
  in_threads(threads, [&](int) {
    for (int i = 0; i < rounds; ++i) {
      auto&& lock = *door;
      const std::lock_guard inside(lock);
      add_one(sum);
    }
  });
  EXPECT_EQ(sum, long{threads} * rounds);
}

TYPED_TEST(one_inside, unique_lock_in_all_its_ways) {
  door<TypeParam> door;
  long sum = 0;
  std::atomic<long> entered = 0;
  in_threads(threads, [&](int) {
    for (int i = 0; i < rounds; ++i) {
      auto&& lock = *door;
      std::unique_lock guard(lock, std::defer_lock);
      if (i % 3 == 0) guard.lock();
      else if (i % 3 == 1) static_cast<void>(guard.try_lock());
      else if constexpr (timed_lockable<std::remove_reference_t<decltype(lock)>>)
        static_cast<void>(guard.try_lock_for(100us));
      if (!guard) continue;
      add_one(sum);
      ++entered;
    }
  });
  EXPECT_EQ(sum, entered);
  EXPECT_GE(sum, long{threads} * rounds / 3);
}

// Several locks at once, in either order: std::lock backs off with try_lock, so a try_lock that leaves something behind
// is a deadlock here.
TYPED_TEST(one_inside, scoped_lock_of_two_in_either_order) {
  door<TypeParam> first, second;
  doorway::mutex third;
  long sum = 0;
  in_threads(threads, [&](int t) {
    for (int i = 0; i < rounds / 4; ++i) {
      auto&& a = *first;
      auto&& b = *second;
      if (t % 2 == 0) {
        const std::scoped_lock inside(a, b, third);
        add_one(sum);
      } else {
        const std::scoped_lock inside(third, b, a);
        add_one(sum);
      }
    }
  });
  EXPECT_EQ(sum, long{threads} * (rounds / 4));
}

// A bounded queue between producers and consumers.
TYPED_TEST(one_inside, condition_variable_any) {
  door<TypeParam> door;
  std::condition_variable_any changed;
  std::queue<int> queue;
  constexpr int items = rounds / 4;
  long got = 0;
  in_threads(threads, [&](int t) {
    for (int i = 0; i < items; ++i) {
      auto&& lock = *door;
      std::unique_lock guard(lock);
      if (t % 2 == 0) {
        changed.wait(guard, [&] { return queue.size() < 4; });
        queue.push(1);
      } else {
        while (!changed.wait_for(guard, 30s, [&] { return !queue.empty(); })) FAIL() << "nothing for 30 seconds";
        got += queue.front();
        queue.pop();
      }
      changed.notify_all();
    }
  });
  EXPECT_EQ(got, long{threads / 2} * items);
  EXPECT_TRUE(queue.empty());
}

template <class Lock>
class readers_and_writers : public testing::Test {};
using shared_locks = testing::Types<doorway::shared_mutex, doorway::shared_timed_mutex>;
TYPED_TEST_SUITE(readers_and_writers, shared_locks);

// Writers keep a == b; a reader beside a writer sees them differ.
TYPED_TEST(readers_and_writers, shared_lock) {
  TypeParam lock;
  long a = 0, b = 0;
  std::atomic<int> torn = 0;
  in_threads(threads, [&](int t) {
    for (int i = 0; i < rounds; ++i) {
      if (t < 2) {
        const std::unique_lock writing(lock);
        add_one(a);
        add_one(b);
      } else if (i % 2 == 0) {
        const std::shared_lock reading(lock);
        if (a != b) ++torn;
      } else if (const std::shared_lock reading(lock, std::try_to_lock); reading) {
        if (a != b) ++torn;
      }
    }
  });
  EXPECT_EQ(torn, 0);
  EXPECT_EQ(a, 2L * rounds);
}

// As many threads as take more than one of the groups of eight whose readers a writer looks for, and more than are in one line of
// words. It would catch a reader that is looked for among other threads.
TYPED_TEST(readers_and_writers, of_many_threads) {
  for (const int count : {20, 100}) {
    TypeParam lock(count < 64 ? 64 : 128);
    long a = 0, b = 0;
    std::atomic<int> torn = 0;
    in_threads(count, [&](int t) {
      for (int i = 0; i < 2000 / count; ++i) {
        if ((t + i) % 8 == 0) {
          const std::unique_lock writing(lock);
          add_one(a);
          add_one(b);
        } else {
          const std::shared_lock reading(lock);
          const long was = a;
          if (i % 4 == 0) std::this_thread::yield();
          if (was != b) ++torn;
        }
      }
    });
    EXPECT_EQ(torn, 0);
  }
}

// Readers really are inside together: each waits inside for the others, and a lock that lets in one would hang (timeout).
TYPED_TEST(readers_and_writers, readers_meet_inside_and_exclude_writers) {
  TypeParam lock;
  std::atomic<int> readers = 0;
  std::atomic<bool> writer_looked = false;
  in_threads(4, [&](int t) {
    if (t == 3) {
      while (readers < 3) std::this_thread::yield();
      EXPECT_FALSE(lock.try_lock());
      if constexpr (timed_lockable<TypeParam>) {
        EXPECT_FALSE(lock.try_lock_for(2ms));
      }
      writer_looked = true;
      lock.lock();  // and gets in when they have left
      EXPECT_EQ(readers, 0);
      lock.unlock();
      return;
    }
    lock.lock_shared();
    ++readers;
    while (!writer_looked) std::this_thread::yield();
    --readers;
    lock.unlock_shared();
  });
}

TEST(shared_timed_mutex, timed_shared_forms) {
  doorway::shared_timed_mutex lock;
  lock.lock();
  in_a_thread([&] {
    EXPECT_FALSE(lock.try_lock_shared_for(2ms));
    EXPECT_FALSE(lock.try_lock_shared_until(std::chrono::system_clock::now() + 2ms));
    EXPECT_FALSE(std::shared_lock(lock, 2ms));
  });
  lock.unlock();
  in_a_thread([&] { EXPECT_TRUE(std::shared_lock(lock, 2ms)); });
}

// Two sessions, never inside together.
TEST(group_mutex, sessions_exclude_each_other) {
  doorway::group_mutex rooms;
  std::atomic<int> inside[2] = {};
  std::atomic<int> breaches = 0;
  in_threads(threads, [&](int t) {
    const auto mine = static_cast<unsigned>(t % 2);
    for (int i = 0; i < rounds; ++i) {
      auto room = rooms.session(1 + mine);
      const std::lock_guard guard(room);
      ++inside[mine];
      std::this_thread::yield();
      if (inside[1 - mine] != 0) ++breaches;
      --inside[mine];
    }
  });
  EXPECT_EQ(breaches, 0);
}

// One session, all inside together: each waits inside for the others.
TEST(group_mutex, a_session_meets_inside) {
  doorway::group_mutex rooms;
  std::atomic<int> inside = 0;
  in_threads(threads, [&](int) {
    const auto room = rooms.session(7);
    const std::lock_guard guard(room);
    ++inside;
    while (inside < threads) std::this_thread::yield();
  });
  EXPECT_EQ(inside, threads);
}

TEST(k_mutex, k_threads_meet_inside) {
  doorway::k_mutex slots(3);
  std::atomic<int> inside = 0;
  in_threads(3, [&](int) {
    const std::lock_guard slot(slots);
    ++inside;
    while (inside < 3) std::this_thread::yield();
  });
  EXPECT_EQ(slots.k(), 3U);
  EXPECT_EQ(slots.capacity(), doorway::usual_capacity);
}

// One after the other, never two at a time, so that everybody takes the short way in; with more than 64 processes it looks at
// bytes. It would catch a lock that lets the next one in without what the last one wrote.
TEST(guards, one_after_the_other_in_a_large_lock) {
  constexpr int many = 12;
  constexpr int passages = 30;
  doorway::mutex lock(128);
  long plain = 0;
  std::atomic<int> turn{0};
  std::vector<std::jthread> crew;
  for (int i = 0; i < many; ++i)
    crew.emplace_back([&, i] {
      for (int r = 0; r < passages; ++r) {
        while (turn.load(std::memory_order_relaxed) % many != i) std::this_thread::yield();
        {
          const std::lock_guard inside(lock);
          ++plain;
        }
        turn.fetch_add(1, std::memory_order_relaxed);
      }
    });
  crew.clear();
  EXPECT_EQ(plain, many * passages);
}

}  // namespace
