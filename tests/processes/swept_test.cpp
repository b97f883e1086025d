// Files of names that vanish under their users (a logout, rm -rf): the locks of C++. Evidence of who is inside is a record lock of
// the kernel on another file. tests/tools/sweep.sh has the same for the tool.
#include "steps.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <atomic>
#include <memory>
#include <random>
#include <vector>

#include "doorway/named_k_mutex.hpp"
#include "doorway/named_mutex.hpp"
#include "doorway/processes/remove.hpp"
#include "powers/powers.hpp"
#include "scene.hpp"

namespace {

using namespace doorway;
using namespace scene;

enum class what : unsigned char { file, all, and_made_anew };
constexpr std::array each_way = {what::file, what::all, what::and_made_anew};

void sweep(const std::string& directory, what way) {
  std::error_code ignored;  // somebody may just be making what we delete
  if (way == what::file) std::filesystem::remove(directory + "/m", ignored);
  else std::filesystem::remove_all(directory, ignored);
  if (way == what::and_made_anew) ::mkdir(directory.c_str(), 0700);
}

// The one inside has it; false: somebody else was inside.
class evidence {
 public:
  explicit evidence(const std::string& path) : fd_(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)) {}
  [[nodiscard]] bool set(short type) const {
    struct flock whole {};
    whole.l_type = type;
    return ::fcntl(fd_.get(), F_SETLK, &whole) == 0;
  }

 private:
  processes::descriptor fd_;
};

struct flags {
  std::atomic<bool> ready{false}, go{false}, stop{false};
  std::atomic<long> entries{0}, twice{0};
};

// Catches a maker that does not ask who has the vanished file open, and one that asks before that can be known.
TEST(Swept, NobodyIsLetInBesideAHolder) {
  for (const auto way : each_way) {
    const place here;
    const auto names = here.file("names");
    shared<flags> holder;
    child inside([&] {
      named_mutex mine("m", {.directory = names});
      mine.lock();
      holder->ready = true;
      while (!holder->go) std::this_thread::sleep_for(1ms);
      mine.unlock();
      return 0;
    });
    ASSERT_TRUE(soon([&] { return holder->ready.load(); }));
    child waiter([&] {
      named_mutex mine("m", {.directory = names});
      mine.lock();
      return holder->go ? 0 : 1;
    });
    named_mutex attached("m", {.directory = names});
    EXPECT_FALSE(attached.try_lock());
    sweep(names, way);
    EXPECT_FALSE(attached.try_lock_for(150ms)) << "one who had it open";
    named_mutex late("m", {.directory = names});  // does not wait here
    EXPECT_FALSE(late.try_lock());
    EXPECT_FALSE(late.try_lock_for(50ms));
    EXPECT_TRUE(late.owners().empty());
    holder->go = true;
    EXPECT_TRUE(late.try_lock_for(10s)) << "nobody is inside any more";
    late.unlock();
    EXPECT_EQ(inside.wait(), 0);
    EXPECT_EQ(waiter.wait(), 0);
  }
}

TEST(Swept, ADeadHolderKeepsNobodyOut) {
  const place here;
  const auto names = here.file("names");
  shared<flags> holder;
  child inside([&] {
    named_mutex mine("m", {.directory = names});
    mine.lock();
    holder->ready = true;
    for (;;) ::pause();
    return 0;
  });
  ASSERT_TRUE(soon([&] { return holder->ready.load(); }));
  sweep(names, what::all);
  inside.send(SIGKILL);
  inside.wait();
  named_mutex late("m", {.directory = names});
  EXPECT_TRUE(late.try_lock());
}

// Attached for ever, inside for a moment: it must not keep others out while it does nothing, and finds the new file when it
// comes. Catches a presence that counts although the file can be looked into.
TEST(Swept, WhoHasItOpenAndDoesNothingKeepsNobodyOut) {
  for (const auto way : each_way) {
    const place here;
    const auto names = here.file("names");
    named_mutex idle("m", {.directory = names});
    idle.lock();
    idle.unlock();
    sweep(names, way);
    shared<flags> holder;
    child other([&] {
      named_mutex mine("m", {.directory = names});
      if (!mine.try_lock_for(10s)) return 1;
      holder->ready = true;
      while (!holder->go) std::this_thread::sleep_for(1ms);
      mine.unlock();
      return 0;
    });
    ASSERT_TRUE(soon([&] { return holder->ready.load(); }));
    // At once, while it need not look at the file again (participant::is_sound_still).
    EXPECT_FALSE(idle.try_lock()) << "it is inside the old file";
    holder->go = true;
    EXPECT_EQ(other.wait(), 0);
    EXPECT_TRUE(idle.try_lock_for(5s));
  }
}

// A directory of an ordinary user, and children that are that user and cannot look into each other's open files (they are not
// dumpable, which is as if they were of another user of a group).
struct strangers {
  place here;
  std::string names = here.file("names");
  strangers() {
    ::chmod(here.path().c_str(), 0755);
    ::mkdir(names.c_str(), 0700);
    if (::geteuid() == 0 && ::chown(names.c_str(), 65534, 65534) != 0) throw std::runtime_error("cannot chown");
  }
  // A user who is not root is that user already.
  static bool left_out() {
    return ::geteuid() == 0 && powers::left_out_without({powers::give_files_away, powers::be_somebody_else});
  }
  static void become_one() {
    if (::geteuid() == 0 && (::setgid(65534) != 0 || ::setuid(65534) != 0)) throw std::runtime_error("cannot setuid");
    ::prctl(PR_SET_DUMPABLE, 0);
  }
  // Has it open, and does nothing, until told to go.
  int attach(flags& mine) const {
    become_one();
    auto lock = std::make_unique<named_mutex>("m", named_options{.directory = names});
    lock->lock();
    lock->unlock();
    mine.ready = true;
    while (!mine.go) std::this_thread::sleep_for(1ms);
    lock.reset();
    for (;;) ::pause();
  }
};

// Catches a maker that takes what it cannot look into for unused.
TEST(Swept, WhatCannotBeLookedIntoCounts) {
  if (strangers::left_out()) return;
  const strangers of;
  shared<flags> idle;
  child attached([&] { return of.attach(*idle); });
  ASSERT_TRUE(soon([&] { return idle->ready.load(); }));
  sweep(of.names, what::file);
  child other([&] {
    strangers::become_one();
    named_mutex mine("m", {.directory = of.names});
    if (mine.try_lock_for(300ms)) return 1;
    idle->go = true;
    return mine.try_lock_for(10s) ? 0 : 2;
  });
  EXPECT_EQ(other.wait(), 0);
}

// Removed as it should be: who has it open, and cannot be looked into, is no reason to wait. Catches a `remove` that unlinks what
// somebody still has open.
TEST(Swept, ANameThatWasRemovedIsNotWaitedFor) {
  if (strangers::left_out()) return;
  const strangers of;
  shared<flags> idle;
  child attached([&] { return of.attach(*idle); });
  ASSERT_TRUE(soon([&] { return idle->ready.load(); }));
  child other([&] {
    strangers::become_one();
    const auto where = processes::directory::at(of.names);
    if (processes::remove(where, "m") != processes::removal::done) return 1;
    if (processes::file::find(where, "m")) return 2;
    named_mutex anew("m", {.directory = of.names});
    return anew.try_lock() ? 0 : 3;
  });
  EXPECT_EQ(other.wait(), 0);
}

// A newcomer is stopped at each of its steps while somebody is inside the vanished file. Catches one that looks through /proc for
// that file while it holds the directory's guard: many of them shut all others out for seconds.
TEST(Swept, WhoLooksForAVanishedFileKeepsNobodyFromTheGuard) {
  const place here;
  const auto names = here.file("names");
  shared<flags> holder;
  child inside([&] {
    named_mutex mine("m", {.directory = names});
    mine.lock();
    holder->ready = true;
    for (;;) ::pause();
    return 0;
  });
  ASSERT_TRUE(soon([&] { return holder->ready.load(); }));
  sweep(names, what::file);
  long stops = 0;
  for (; !holder->stop; ++stops) {
    child newcomer([&] {
      named_mutex late("m", {.directory = names});
      steps::at({.step = stops + 1, .signal = SIGSTOP});
      const int got = late.try_lock() ? 1 : 0;
      if (steps::left != 0) {  // it has not been stopped: that was all
        holder->stop = true;
        ::raise(SIGSTOP);
      }
      return got;
    });
    ASSERT_TRUE(newcomer.wait_for_stop());
    EXPECT_NO_THROW(
        processes::directory::guard(processes::directory::at(names), patience::for_one_look(), processes::always()))
        << "at step " << stops + 1;
    newcomer.send(SIGCONT);
    EXPECT_EQ(newcomer.wait(), 0);
  }
  EXPECT_GT(stops, 1);
}

// Sweeps at any instant, of all kinds, and deaths.
TEST(Swept, AtRandom) {
  const place here;
  const auto names = here.file("names");
  shared<flags> all;
  const auto work = [&](unsigned seed) {
    std::mt19937 random(seed);
    const evidence mark(here.file("evidence"));
    named_mutex mine("m", {.seats = 16, .directory = names});
    while (!all->stop) {
      if (!mine.try_lock_for(std::chrono::milliseconds(random() % 200))) continue;
      if (!mark.set(F_WRLCK)) ++all->twice;
      ++all->entries;
      std::this_thread::sleep_for(std::chrono::microseconds(random() % 3000));
      static_cast<void>(mark.set(F_UNLCK));
      mine.unlock();
      if (random() % 4 == 0) std::this_thread::sleep_for(std::chrono::microseconds(random() % 3000));
    }
    return 0;
  };
  std::mt19937 random(7);
  std::vector<std::unique_ptr<child>> who;
  const auto start = [&] {
    const auto seed = static_cast<unsigned>(random());
    who.push_back(std::make_unique<child>([&, seed] { return work(seed); }));
  };
  for (int i = 0; i < 6; ++i) start();
  const auto end = clock::now() + 3s;
  long sweeps = 0;
  // For three seconds, and for as long as it takes until it has been put to the test.
  while (clock::now() < end || sweeps < 20 || all->entries < 50) {
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 30'000));
    sweep(names, each_way[random() % each_way.size()]);
    if (++sweeps % 4 != 0) continue;
    const auto victim = random() % who.size();
    who[victim]->send(SIGKILL);
    EXPECT_EQ(who[victim]->wait(), -SIGKILL);
    who.erase(who.begin() + static_cast<std::ptrdiff_t>(victim));
    start();
  }
  const long before = all->entries;
  EXPECT_TRUE(soon([&] { return all->entries > before + 10; })) << "nobody gets in any more";
  all->stop = true;
  for (auto& each : who) EXPECT_EQ(each->wait(), 0);
  EXPECT_EQ(all->twice, 0);
}

}  // namespace
