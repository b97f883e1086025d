// Threads come and go: an index is the smallest free one, and comes back when its thread ends.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <barrier>
#include <csignal>
#include <mutex>
#include <set>

#include "doorway/k_mutex.hpp"
#include "doorway/mutex.hpp"
#include "doorway/thread_index.hpp"
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
  in_a_thread([] { EXPECT_EQ(doorway::thread_index(), 1U) << "given back in the next round"; });
  pthread_key_delete(key);
}

// ThreadSanitizer allows no new thread in the child of several.
#if !defined(__SANITIZE_THREAD__)
// A child that finds the registry locked, by a thread that it does not have, hangs until its alarm.
TEST(thread_index, fork_while_threads_come_and_go) {
  static_cast<void>(doorway::thread_index());
  std::atomic<bool> enough = false;
  std::barrier all_alive(3);
  std::vector<std::jthread> lanes;
  for (int lane = 0; lane < 2; ++lane)
    lanes.emplace_back([&] {
      static_cast<void>(doorway::thread_index());
      all_alive.arrive_and_wait();
      while (!enough) {  // as by threads that end and begin, only faster
        doorway::detail::index_registry::instance().give_back();
        static_cast<void>(doorway::thread_index());
      }
    });
  all_alive.arrive_and_wait();
  int status = 0;
  for (int i = 0; i < (shortened ? 100 : 300) && status == 0; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      alarm(10);
      in_a_thread([] { static_cast<void>(doorway::thread_index()); });
      _exit(0);
    }
    if (child < 0 || waitpid(child, &status, 0) != child) status = -1;
  }
  enough = true;
  EXPECT_EQ(status, 0) << (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM ? "the child hangs" : "the child failed");
}
#endif

}  // namespace
