// Threads come and go: an index is the smallest free one, and comes back when its thread ends.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <barrier>
#include <csignal>
#include <cstddef>
#include <functional>
#include <mutex>
#include <set>
#include <span>

#include "doorway/k_mutex.hpp"
#include "doorway/locks/thread_index.hpp"
#include "doorway/mutex.hpp"
#include "doorway/processes/mapped_file.hpp"
#include "front_doors/support.hpp"

namespace {

using namespace front_doors;

TEST(thread_index, one_per_thread_the_smallest_free) {
  const auto mine = doorway::thread_index();
  EXPECT_EQ(mine, 0U) << "the first thread that asks";
  EXPECT_EQ(doorway::thread_index(), mine);
  std::mutex mutex;
  std::set<doorway::process_id> seen;
  std::barrier all_alive(8);
  in_threads(8, [&](int) {
    {
      const std::lock_guard guard(mutex);
      seen.insert(doorway::thread_index());
    }
    all_alive.arrive_and_wait();
  });
  EXPECT_EQ(seen, (std::set<doorway::process_id>{1, 2, 3, 4, 5, 6, 7, 8}));
  in_a_thread([] { EXPECT_EQ(doorway::thread_index(), 1U) << "given back"; });
}

// Catches a registry that makes all its numbers when a program starts: a process as short as `doorway exec` would pay for 16 pages.
TEST(thread_index, numbers_are_made_as_they_are_reached) {
  auto& process = doorway::process_wide::the_registry();
  static_cast<void>(doorway::thread_index());
  constexpr std::size_t few = 64;
  ASSERT_LT(process.reached, few);
  const auto beyond = std::as_bytes(std::span(process.numbers).subspan(few));
  EXPECT_TRUE(std::all_of(beyond.begin(), beyond.end(), [](std::byte one) { return one == std::byte{0}; }));
}

// Two who are called the same: the one has ended, the other has not asked yet.
// Catches one who takes the number of an ended thread for its own: the next one to ask would be given it too.
TEST(thread_index, is_not_that_of_an_ended_thread_with_the_same_names) {
  auto& process = doorway::process_wide::the_registry();
  static_cast<void>(doorway::thread_index());
  in_a_thread([] { static_cast<void>(doorway::thread_index()); });
  in_a_thread([&] {
    auto& left = process.numbers[1];
    left.thread = doorway::process_wide::number::self();
    left.kernel_thread = doorway::process_wide::number::kernel_self();
    EXPECT_EQ(process.own(), doorway::most_processes);
    EXPECT_EQ(doorway::thread_index(), 1U) << "free all the same";
    EXPECT_EQ(process.own(), 1U);
  });
}

// 2000 threads through a lock with room for 8, seven at a time beside this one. An index that is not given back is a
// thread beyond capacity; an index given to two is a wrong sum, or a race under TSan.
TEST(thread_index, churn) {
  doorway::mutex lock(8);
  long sum = 0;
  lock.lock();  // this thread has one of the eight numbers
  lock.unlock();
  std::atomic<int> started = 0;
  std::vector<std::thread> lanes;
  constexpr int threads = shortened ? 700 : 2000;
  for (int lane = 0; lane < 7; ++lane)
    lanes.emplace_back([&] {  // uses no lock itself, so it takes no number
      while (started++ < threads)
        std::thread([&] {
          const std::lock_guard inside(lock);
          ++sum;
        }).join();
    });
  for (auto& lane : lanes) lane.join();
  EXPECT_EQ(sum, threads);
  in_a_thread([] { EXPECT_EQ(doorway::thread_index(), 1U); });
}

// A thread_local object made before the thread's first lock is destroyed late, and its destructor locks: that must neither
// fail nor cost an index for ever.
doorway::mutex flushing(3);
long flushed = 0;

struct cache {
  long count = 0;
  ~cache() {
    const std::lock_guard inside(flushing);
    flushed += count;
  }
};
thread_local cache own_cache;

TEST(thread_index, destructors_of_thread_locals_may_lock) {
  for (int i = 0; i < 100; ++i)
    in_a_thread([] {
      ++own_cache.count;
      const std::lock_guard inside(flushing);
    });
  const std::lock_guard inside(flushing);
  EXPECT_EQ(flushed, 100);
}

// A POSIX key destructor runs later still.
TEST(thread_index, key_destructors_may_lock) {
  static doorway::mutex lock(3);
  static long sum = 0;
  EXPECT_EQ(doorway::thread_index(), 0U);
  pthread_key_t key{};
  ASSERT_EQ(pthread_key_create(&key,
                               [](void*) {
                                 const std::lock_guard inside(lock);
                                 ++sum;
                               }),
            0);
  for (int i = 0; i < 100; ++i)
    in_a_thread([&] {
      { const std::lock_guard inside(lock); }
      pthread_setspecific(key, &lock);
    });
  EXPECT_EQ(sum, 100);
  in_a_thread([] { EXPECT_EQ(doorway::thread_index(), 1U) << "given back"; });
  pthread_key_delete(key);
}

// ThreadSanitizer allows no new thread in the child of several.
#if !defined(__SANITIZE_THREAD__)
int child_of(const std::function<void()>& body) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(40);
    body();
    _exit(testing::Test::HasFailure() ? 1 : 0);
  }
  int status = 0;
  return child > 0 && waitpid(child, &status, 0) == child ? status : -1;
}

// AddressSanitizer's allocator is not made for that: in the child it waits for a thread of the parent.
#if !defined(__SANITIZE_ADDRESS__)
// A process that forks while others begin and end, and open and close files: in the child a thread gets an index and opens a file, and
// waits for no thread that the child does not have (without the mutex around fork() it would hang until its alarm).
TEST(thread_index, fork_while_threads_come_and_go) {
  static_cast<void>(doorway::thread_index());
  std::atomic<bool> enough = false;
  std::vector<std::jthread> lanes;
  const auto open_a_file = [] { const doorway::processes::mapped_file none(doorway::processes::descriptor(), ""); };
  for (int lane = 0; lane < 2; ++lane)
    lanes.emplace_back([&] {
      while (!enough) {  // as by threads that end and begin, only faster
        auto& numbers = doorway::process_wide::the_registry().numbers;
        pthread_mutex_unlock(&numbers[doorway::thread_index()].alive);
        doorway::detail::own_badge = doorway::detail::no_badge;
        for (int i = 0; i < 20; ++i) open_a_file();
      }
    });
  int status = 0;
  for (int i = 0; i < (shortened ? 100 : 300) && status == 0; ++i)
    status = child_of([&] {
      in_a_thread([&] {
        static_cast<void>(doorway::thread_index());
        open_a_file();
      });
    });
  enough = true;
  EXPECT_EQ(status, 0) << (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM ? "the child hangs" : "the child failed");
}
#endif

// The child's one thread is the parent's thread that forked: it keeps its index, to the child's child and on, others get others,
// and it gives it back when it ends. Those that the parent's other threads have are not given out.
TEST(thread_index, keeps_its_index_in_a_child) {
  static_cast<void>(doorway::thread_index());
  std::barrier both(2);
  std::jthread other([&] {
    static_cast<void>(doorway::thread_index());
    both.arrive_and_wait();
    both.arrive_and_wait();
  });
  both.arrive_and_wait();
  in_a_thread([] {
    ASSERT_EQ(doorway::thread_index(), 2U);
    const auto in_child = [] {
      EXPECT_EQ(doorway::thread_index(), 2U);
      EXPECT_EQ(doorway::process_wide::the_registry().enrol().number, 2U) << "what another copy would be told";
      in_a_thread([] { EXPECT_EQ(doorway::thread_index(), 3U); });
    };
    EXPECT_EQ(child_of([&] {
                in_child();
                EXPECT_EQ(child_of(in_child), 0);
              }),
              0);
    const pid_t child = fork();
    if (child == 0) {
      alarm(40);
      std::thread([self = pthread_self()] {
        pthread_join(self, nullptr);
        _exit(doorway::thread_index() == 2U ? 0 : 1);
      }).detach();
      pthread_exit(nullptr);
    }
    int status = -1;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0) << "given back";
  });
  both.arrive_and_wait();
}
#endif

}  // namespace
