// A thread ends while it holds. What it held stays held, as with std::mutex, and its number goes to another thread, which has
// done nothing: that one's unlock is refused, and so is its lock, as nobody else's is.
//
// Catches a lock that knows its holder by the number alone: the innocent thread's unlock lets others in beside nobody knows
// whom, and its lock says that it holds the lock already.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <barrier>
#include <functional>
#include <mutex>

#include "doorway/algorithms/k_exclusion/k_bakery_fife_fast.hpp"
#include "doorway/group_mutex.hpp"
#include "doorway/k_mutex.hpp"
#include "doorway/mutex.hpp"
#include "doorway/named_group_mutex.hpp"
#include "doorway/named_k_mutex.hpp"
#include "doorway/named_mutex.hpp"
#include "doorway/shared_mutex.hpp"
#include "doorway/timed_mutex.hpp"
#include "front_doors/errors.hpp"
#include "front_doors/support.hpp"
#include "processes/scene.hpp"

namespace {

using namespace front_doors;

constexpr auto not_permitted = std::errc::operation_not_permitted;
constexpr auto owner_dead = std::errc::owner_dead;

// A thread that takes its number, does that and ends; then another one with the same number does what comes second.
void one_after_another(const std::function<void()>& first, const std::function<void()>& then) {
  static_cast<void>(doorway::thread_index());  // this thread has a smaller one
  doorway::process_id number = 0;
  in_a_thread([&] {
    number = doorway::thread_index();
    first();
  });
  in_a_thread([&] {
    ASSERT_EQ(doorway::thread_index(), number) << "nothing was tried";
    then();
  });
}

template <class Lock>
void refuses_the_innocent(Lock& lock) {
  for (int times = 0; times < 2; ++times) {
    expect_error(not_permitted, "had its number ended while it held", [&] { lock.unlock(); });
    EXPECT_FALSE(lock.try_lock());
    expect_error(owner_dead, "ended while it held", [&] { lock.lock(); });
    expect_error(owner_dead, "ended while it held", [&] { static_cast<void>(lock.try_lock_for(1h)); });
    expect_error(owner_dead, "ended while it held", [&] { static_cast<void>(lock.try_lock_until(clock::now() + 1h)); });
  }
}
template <class Lock>
void keeps_out(Lock& lock) {
  EXPECT_FALSE(lock.try_lock());
  EXPECT_FALSE(lock.try_lock_for(20ms));
  expect_error(not_permitted, "the thread that locks it unlocks it", [&] { lock.unlock(); });
}
template <class Lock>
void lets_in(Lock& lock) {
  ASSERT_TRUE(lock.try_lock());
  lock.unlock();
  const std::lock_guard inside(lock);
}

// Lock has room for one; the threads are number 0, 1 and 2.
template <class Lock>
void stays_held(Lock& lock) {
  one_after_another([&] { lock.lock(); },
                    [&] {
                      refuses_the_innocent(lock);
                      in_a_thread([&] { keeps_out(lock); });
                      doorway::mutex another;
                      const std::lock_guard inside(another);
                    });
  keeps_out(lock);
}

TEST(ends_inside, mutex) {
  for (const doorway::process_id capacity : {3U, 64U, 100U}) {
    doorway::timed_mutex lock(capacity);
    stays_held(lock);
  }
  doorway::shared_timed_mutex shared;
  stays_held(shared);
  doorway::basic_k_mutex<doorway::k_bakery_fife_fast> fife(1, 8);
  stays_held(fife);
}

// However it came in.
TEST(ends_inside, by_another_way_in) {
  doorway::timed_mutex tried;
  one_after_another([&] { ASSERT_TRUE(tried.try_lock()); }, [&] { refuses_the_innocent(tried); });
  doorway::timed_mutex timed;
  one_after_another([&] { ASSERT_TRUE(timed.try_lock_for(1h)); }, [&] { refuses_the_innocent(timed); });
  doorway::timed_mutex waited_for;
  one_after_another(
      [&] {
        std::barrier both(2);
        std::jthread before([&] {
          const std::lock_guard inside(waited_for);
          both.arrive_and_wait();
          std::this_thread::sleep_for(20ms);
        });
        both.arrive_and_wait();
        waited_for.lock();
      },
      [&] { refuses_the_innocent(waited_for); });
}

// A process that leaves, or gives up, before it ends leaves nothing behind.
TEST(ends_inside, not_if_it_left) {
  doorway::timed_mutex lock;
  one_after_another(
      [&] {
        const std::lock_guard inside(lock);
        in_a_thread([&] { keeps_out(lock); });
      },
      [&] { in_a_thread([&] { lets_in(lock); }); });
  for (int times = 0; times < 3; ++times)
    one_after_another([&] { lets_in(lock); },
                      [&] {
                        expect_error(not_permitted, "the thread that locks it unlocks it", [&] { lock.unlock(); });
                        lets_in(lock);
                      });
}

// It costs its own permit, and no other.
TEST(ends_inside, k_mutex) {
  doorway::k_mutex slots(2);
  one_after_another([&] { slots.lock(); },
                    [&] {
                      refuses_the_innocent(slots);
                      in_a_thread([&] { lets_in(slots); });
                    });
  slots.lock();
  in_a_thread([&] {
    ASSERT_EQ(doorway::thread_index(), 1U);
    in_a_thread([&] { keeps_out(slots); });
    refuses_the_innocent(slots);
  });
  slots.unlock();
  lets_in(slots);
}

TEST(ends_inside, shared) {
  doorway::shared_timed_mutex lock;
  const auto refused = [&] {
    expect_error(not_permitted, "had its number ended while it held", [&] { lock.unlock_shared(); });
    expect_error(not_permitted, "had its number ended while it held", [&] { lock.unlock(); });
    EXPECT_FALSE(lock.try_lock_shared());
    expect_error(owner_dead, "ended while it held", [&] { lock.lock_shared(); });
  };
  one_after_another([&] { lock.lock_shared(); }, refused);
  lock.lock_shared();  // readers may still come
  lock.unlock_shared();
  EXPECT_FALSE(lock.try_lock_for(20ms));
  doorway::group_mutex rooms;
  auto room = rooms.session(3);
  auto other = rooms.session(4);
  one_after_another([&] { room.lock(); },
                    [&] {
                      refuses_the_innocent(room);
                      refuses_the_innocent(other);
                    });
  lets_in(room);
  keeps_out(other);
}

// The same between processes, until the lock object goes: then it is as if the process had died.
TEST(ends_inside, named) {
  const scene::place here;
  {
    doorway::named_mutex lock("ends", {.seats = 8});
    stays_held(lock);
    doorway::named_mutex elsewhere("ends");
    keeps_out(elsewhere);
  }
  doorway::named_mutex lock("ends");
  EXPECT_TRUE(lock.try_lock_for(1h));
  lock.unlock();

  doorway::named_k_mutex slots("slots", {.k = 2});
  one_after_another(
      [&] {
        slots.lock();
        EXPECT_EQ(slots.slot(), 0U);
      },
      [&] {
        refuses_the_innocent(slots);
        expect_error(not_permitted, "only a thread that is inside", [&] { static_cast<void>(slots.slot()); });
      });
  slots.lock();
  EXPECT_EQ(slots.slot(), 1U);
  slots.unlock();

  doorway::named_group_mutex rooms("rooms");
  auto room = rooms.session(3);
  auto other = rooms.session(4);
  one_after_another([&] { room.lock(); }, [&] { refuses_the_innocent(other); });
  lets_in(room);
  keeps_out(other);
}

// To unlock in a forked child what the parent holds does nothing: but it was not this thread that held.
TEST(ends_inside, named_in_a_child) {
  const scene::place here;
  doorway::named_mutex lock("ends");
  one_after_another([&] { lock.lock(); },
                    [&] {
                      const pid_t child = fork();
                      if (child == 0) {
                        alarm(40);
                        EXPECT_FALSE(lock.try_lock()) << "the parent is inside";
                        expect_error(not_permitted, "unlocks it", [&] { lock.unlock(); });
                        _exit(testing::Test::HasFailure() ? 1 : 0);
                      }
                      int status = -1;
                      ASSERT_EQ(waitpid(child, &status, 0), child);
                      EXPECT_EQ(status, 0);
                    });
}

}  // namespace
