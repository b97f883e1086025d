// Bad use: each is an error that says what to do, none a hang, and none leaves the lock in a worse state.
#include <gtest/gtest.h>

#include <latch>
#include <mutex>
#include <string>
#include <system_error>

#include "doorway/group_mutex.hpp"
#include "doorway/k_mutex.hpp"
#include "doorway/mutex.hpp"
#include "doorway/shared_mutex.hpp"
#include "doorway/timed_mutex.hpp"
#include "front_doors/errors.hpp"
#include "front_doors/support.hpp"

namespace {

using namespace front_doors;

TEST(misuse, parameters_that_make_no_lock) {
  expect_invalid("at least one thread", [] { doorway::mutex{0}; });
  expect_invalid("the most is 1024", [] { doorway::timed_mutex{1025}; });
  expect_invalid("k is at least 1", [] { doorway::k_mutex{0}; });
  expect_invalid("larger capacity", [] { doorway::k_mutex(3, 2); });
  expect_invalid("larger capacity", [] { doorway::k_mutex(65); });
  expect_invalid("at least one thread", [] { doorway::k_mutex(1, 0); });
  expect_invalid("at least one thread", [] { doorway::group_mutex{0}; });
  expect_invalid("the most is 1024", [] { doorway::shared_mutex{2000}; });
  EXPECT_NO_THROW(doorway::k_mutex(2, 2));
  EXPECT_NO_THROW(doorway::mutex{1024});
}

TEST(misuse, sessions_that_do_not_exist) {
  doorway::group_mutex rooms;
  const auto beyond = doorway::group_mutex::largest_session + 1;
  for (const doorway::word session : {doorway::word{0}, beyond}) {
    if (session == 0 || beyond != 0) {
      expect_invalid("use one from 1", [&] { rooms.lock(session); });
      expect_invalid("use one from 1", [&] { static_cast<void>(rooms.try_lock(session)); });
      expect_invalid("use one from 1", [&] { static_cast<void>(rooms.try_lock_for(session, 1ms)); });
      expect_invalid("use one from 1", [&] { static_cast<void>(rooms.try_lock_until(session, clock::now())); });
      expect_invalid("use one from 1", [&] { static_cast<void>(rooms.session(session)); });
    }
  }
  rooms.lock(doorway::group_mutex::largest_session);
  rooms.unlock();
}

// Two threads that are alive at once have two numbers, and a lock of capacity 1 has room for number 0 alone.
TEST(misuse, thread_beyond_capacity) {
  static_cast<void>(doorway::thread_index());  // this thread has the smaller number
  in_a_thread([] {
    const auto p = doorway::thread_index();
    ASSERT_GE(p, 1U);
    const auto code = std::errc::resource_unavailable_try_again;
    const auto advice = "this thread has process number " + std::to_string(p) +
                        " but the lock has room for 1 threads (numbers are shared by all locks of the program);"
                        " construct it with a larger capacity";
    doorway::timed_mutex lock(1);
    expect_error(code, advice, [&] { lock.lock(); });
    expect_error(code, advice, [&] { static_cast<void>(lock.try_lock()); });
    expect_error(code, advice, [&] { static_cast<void>(lock.try_lock_for(1ms)); });
    expect_error(code, advice, [&] { static_cast<void>(lock.try_lock_until(clock::now())); });
    expect_error(std::errc::operation_not_permitted, "unlocks it", [&] { lock.unlock(); });
    doorway::shared_timed_mutex shared(1);
    expect_error(code, advice, [&] { shared.lock_shared(); });
    expect_error(code, advice, [&] { static_cast<void>(shared.try_lock_shared()); });
    expect_error(code, advice, [&] { static_cast<void>(shared.try_lock_shared_for(1ms)); });
    doorway::group_mutex rooms(1);
    expect_error(code, advice, [&] { rooms.lock(1); });
    doorway::k_mutex slots(1, 1);
    expect_error(code, advice, [&] { slots.lock(); });
  });
}

template <class Lock>
void misuse_of(Lock& lock) {
  const auto not_permitted = std::errc::operation_not_permitted;
  const auto deadlock = std::errc::resource_deadlock_would_occur;
  expect_error(not_permitted, "the thread that locks it unlocks it", [&] { lock.unlock(); });
  lock.lock();
  expect_error(deadlock, "unlock it first", [&] { lock.lock(); });
  EXPECT_FALSE(lock.try_lock());
  expect_error(deadlock, "unlock it first", [&] { static_cast<void>(lock.try_lock_for(1h)); });
  expect_error(deadlock, "unlock it first", [&] { static_cast<void>(lock.try_lock_until(clock::now() + 1h)); });
  in_a_thread([&] { expect_error(not_permitted, "unlocks it", [&] { lock.unlock(); }); });
  lock.unlock();
  expect_error(not_permitted, "unlocks it", [&] { lock.unlock(); });
  // After all this it is still a lock.
  const std::lock_guard inside(lock);
}

TEST(misuse, unlock_without_and_lock_again) {
  doorway::timed_mutex timed;
  misuse_of(timed);
  doorway::k_mutex slots(2);
  misuse_of(slots);
  doorway::shared_timed_mutex shared;
  misuse_of(shared);
  doorway::group_mutex rooms;
  const auto room = rooms.session(3);
  misuse_of(room);
}

TEST(misuse, shared_and_exclusive_mixed_up) {
  const auto not_permitted = std::errc::operation_not_permitted;
  doorway::shared_timed_mutex lock;
  lock.lock_shared();
  expect_error(not_permitted, "this way", [&] { lock.unlock(); });
  expect_error(std::errc::resource_deadlock_would_occur, "unlock it first", [&] { lock.lock(); });
  EXPECT_FALSE(lock.try_lock());
  EXPECT_FALSE(lock.try_lock_shared());
  lock.unlock_shared();
  lock.lock();
  expect_error(not_permitted, "this way", [&] { lock.unlock_shared(); });
  lock.unlock();
}

}  // namespace
