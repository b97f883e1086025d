// The locks with names, as their users see them.
#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include "doorway/named_group_mutex.hpp"
#include "doorway/named_k_mutex.hpp"
#include "doorway/named_mutex.hpp"
#include "doorway/processes/remove.hpp"
#include "scene.hpp"

namespace {

using namespace doorway;
using namespace scene;

TEST(Named, ThreadsAndProcessesExcludeEachOther) {
  const place here;
  shared<std::atomic<long>> inside, wrong, done;
  const auto work = [&](named_mutex& lock) {
    for (int i = 0; i < 2000; ++i) {
      const std::lock_guard in(lock);
      if (++*inside != 1) ++*wrong;
      --*inside;
      ++*done;
    }
  };
  std::vector<child> children;
  for (int c = 0; c < 2; ++c)
    children.emplace_back([&] {
      named_mutex lock("m");
      std::thread other([&] { work(lock); });
      work(lock);
      other.join();
      return 0;
    });
  for (auto& each : children) EXPECT_EQ(each.wait(60s), 0);
  EXPECT_EQ(wrong->load(), 0);
  EXPECT_EQ(done->load(), 8000);
}

// Two objects of one name, and plain data: what the thread sanitizer must take for protected.
TEST(Named, ProtectsPlainDataOfThreads) {
  const place here;
  named_mutex one("m"), same("m");
  named_group_mutex rooms("rooms");
  long counted = 0, also = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t)
    threads.emplace_back([&, t] {
      named_mutex& lock = t == 0 ? one : same;
      for (int i = 0; i < 200; ++i) {
        {
          const std::lock_guard in(lock);
          ++counted;
        }
        auto room = rooms.session(static_cast<word>(t) + 1);
        const std::lock_guard in(room);
        ++also;
      }
    });
  for (auto& each : threads) each.join();
  EXPECT_EQ(counted, 600);
  EXPECT_EQ(also, 600);
}

TEST(Named, LocksKInsideWithDistinctSlots) {
  const place here;
  named_k_mutex pool("gpu", {.k = 3, .what = "tester"});
  std::atomic<int> in{0};
  std::atomic<bool> out{false};
  std::mutex guard;
  std::set<process_id> slots;
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t)
    threads.emplace_back([&] {
      const std::lock_guard inside(pool);
      {
        const std::lock_guard one(guard);
        slots.insert(pool.slot());
      }
      EXPECT_EQ(pool.slot(), pool.slot());
      ++in;
      while (!out) std::this_thread::sleep_for(1ms);
    });
  EXPECT_TRUE(soon([&] { return in == 3; }));
  EXPECT_EQ(slots, (std::set<process_id>{0, 1, 2}));
  EXPECT_FALSE(pool.try_lock());
  EXPECT_FALSE(pool.try_lock_for(20ms));
  EXPECT_FALSE(pool.try_lock_until(std::chrono::system_clock::now() + 20ms));
  const auto owners = pool.owners();
  ASSERT_EQ(owners.size(), 3U);
  for (const auto& each : owners) {
    EXPECT_EQ(each.pid, ::getpid());
    EXPECT_EQ(each.command, "tester");
    EXPECT_TRUE(each.alive);
    EXPECT_TRUE(each.slot.has_value());
    EXPECT_LT(std::chrono::system_clock::now() - each.since, 10s);
    EXPECT_GE(std::chrono::system_clock::now() - each.since, -1s);
  }
  out = true;
  for (auto& each : threads) each.join();
  ASSERT_TRUE(pool.try_lock_for(1s));
  EXPECT_EQ(pool.slot(), 0U) << "the lowest that is free";
  pool.unlock();
  EXPECT_TRUE(pool.owners().empty());
}

TEST(Named, SessionsShareAndExclude) {
  const place here;
  named_group_mutex rooms("rooms");
  rooms.lock(7);
  EXPECT_EQ(rooms.owners().at(0).session, "7");
  child same([&] {
    named_group_mutex mine("rooms");
    auto seven = mine.session(7);
    const std::unique_lock in(seven, 2s);
    return in.owns_lock() ? 0 : 1;
  });
  EXPECT_EQ(same.wait(), 0);
  child other([&] {
    named_group_mutex mine("rooms");
    if (mine.try_lock(8) || mine.try_lock_for(8, 20ms)) return 1;
    mine.lock(8);
    mine.unlock();
    return 0;
  });
  std::this_thread::sleep_for(100ms);
  rooms.unlock();
  EXPECT_EQ(other.wait(), 0);
  EXPECT_THROW(rooms.lock(0), std::invalid_argument);
}

TEST(Named, AKilledHoldersSlotComesBackAndItsSessionToo) {
  const place here;
  named_mutex lock("m");
  named_group_mutex rooms("rooms");
  shared<std::atomic<bool>> in;
  child holder([&] {
    named_mutex mine("m");
    named_group_mutex its("rooms");
    mine.lock();
    its.lock(1);
    *in = true;
    for (;;) ::pause();
    return 0;
  });
  ASSERT_TRUE(soon([&] { return in->load(); }));
  EXPECT_FALSE(lock.try_lock());
  const auto owners = lock.owners();
  ASSERT_EQ(owners.size(), 1U);
  EXPECT_EQ(owners[0].pid, holder.pid());
  EXPECT_TRUE(owners[0].alive);
  holder.send(SIGKILL);
  ASSERT_EQ(holder.wait(), -SIGKILL);
  ASSERT_EQ(lock.owners().size(), 1U);
  EXPECT_FALSE(lock.owners()[0].alive);
  EXPECT_TRUE(lock.try_lock_for(1s));
  EXPECT_TRUE(rooms.try_lock_for(2, 1s));
  rooms.unlock();
  lock.unlock();
}

// The child has nothing of what its parent holds. One that never touches the lock, so that what it inherits stays: the
// parent's seat must come back all the same when the parent dies.
TEST(Named, AForkedChildDoesNotKeepTheParentsSeat) {
  const place here;
  named_mutex lock("m");
  shared<std::atomic<pid_t>> forked;
  child parent([&] {
    named_mutex mine("m");
    mine.lock();
    const pid_t pid = ::fork();
    if (pid != 0) *forked = pid;
    for (;;) ::pause();
    return 0;
  });
  ASSERT_TRUE(soon([&] { return *forked != 0; }));
  EXPECT_FALSE(lock.try_lock());
  parent.send(SIGKILL);
  ASSERT_EQ(parent.wait(), -SIGKILL);
  EXPECT_TRUE(lock.try_lock_for(1s)) << "the child keeps its dead parent's seat";
  EXPECT_EQ(::kill(*forked, SIGKILL), 0) << "it should still have been there";
}

TEST(Named, AForkedChildIsSomebodyElse) {
  const place here;
  named_mutex lock("m");
  std::unique_lock inside(lock);
  child other([&] {
    if (lock.try_lock()) return 1;
    inside.unlock();  // the parent's: nothing happens
    return lock.try_lock_for(5s) ? 0 : 2;
  });
  std::this_thread::sleep_for(100ms);
  named_mutex same("m");
  EXPECT_FALSE(same.try_lock()) << "the child unlocked what the parent holds";
  inside.unlock();
  EXPECT_EQ(other.wait(), 0);
}

TEST(Named, ANameThatWasRemovedIsStartedAnew) {
  const place here;
  using namespace doorway::processes;
  named_mutex lock("m");
  const auto where = directory::own();
  lock.lock();
  EXPECT_EQ(remove(where, "m"), removal::in_use);
  lock.unlock();
  EXPECT_EQ(remove(where, "m"), removal::done);
  EXPECT_EQ(remove(where, "m"), removal::not_there);
  EXPECT_TRUE(lock.try_lock());
  EXPECT_TRUE(file::find(where, "m").has_value());
  EXPECT_FALSE(another_gets<named_mutex>("m")) << "two locks of one name";
  // By force: a process that waits starts over.
  child waits([&] {
    named_mutex mine("m");
    return mine.try_lock_for(5s) ? 0 : 1;
  });
  std::this_thread::sleep_for(100ms);
  EXPECT_EQ(remove(where, "m", true), removal::done);
  EXPECT_EQ(waits.wait(), 0);
  lock.unlock();
}

TEST(Named, AFileThatIsUnlinkedIsNoticed) {
  const place here;
  named_mutex lock("m");
  lock.lock();
  lock.unlock();
  std::filesystem::remove(here.file("m"));  // rm, a cleaner of temporary files, a logout that takes all in /dev/shm
  std::this_thread::sleep_for(20ms);
  const std::lock_guard inside(lock);
  EXPECT_FALSE(another_gets<named_mutex>("m")) << "two locks of one name";
}

TEST(Named, DisagreementsSayBothSides) {
  const place here;
  const named_k_mutex three("pool", {.k = 3});
  const auto k = message_of([] { named_k_mutex("pool", {.k = 4}); });
  EXPECT_NE(k.find("'pool' has 3 slots, not 4"), std::string::npos) << k;
  const auto sessions = message_of([] { named_group_mutex("pool"); });
  EXPECT_NE(sessions.find("is for slots, not for sessions"), std::string::npos) << sessions;
  EXPECT_NE(message_of([] { named_k_mutex("p", {.k = 0}); }).find("k = 0"), std::string::npos);
  EXPECT_NE(message_of([] { named_k_mutex("p", {.k = 9, .seats = 8}); }).find("k = 9"), std::string::npos);
}

TEST(Named, MisuseIsAnError) {
  const place here;
  named_k_mutex pool("pool", {.k = 2});
  EXPECT_THROW(pool.unlock(), std::system_error);
  EXPECT_THROW(static_cast<void>(pool.slot()), std::system_error);
  pool.lock();
  EXPECT_THROW(pool.lock(), std::system_error);
  EXPECT_FALSE(pool.try_lock());
  std::thread([&] { EXPECT_THROW(pool.unlock(), std::system_error); }).join();
  pool.unlock();
}

TEST(Named, WhoFindsNoSeatWaitsForOne) {
  const place here;
  named_mutex lock("m", {.seats = 2});
  lock.lock();
  lock.unlock();  // one seat
  shared<std::atomic<bool>> sits, was_refused;
  child second([&] {
    named_mutex mine("m");
    mine.lock();
    mine.unlock();
    *sits = true;
    for (;;) ::pause();
    return 0;
  });
  ASSERT_TRUE(soon([&] { return sits->load(); }));
  child third([&] {
    named_mutex mine("m");
    if (mine.try_lock() || mine.try_lock_for(30ms)) return 1;
    *was_refused = true;
    mine.lock();
    return 0;
  });
  ASSERT_TRUE(soon([&] { return was_refused->load(); }));  // however long it takes to begin
  std::this_thread::sleep_for(50ms);
  second.send(SIGKILL);
  EXPECT_EQ(third.wait(), 0);
}

}  // namespace
