// Where the files are: other people's directories, permissions, full and remote file systems.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <array>
#include <atomic>
#include <mutex>
#include <thread>

#include "doorway/named_mutex.hpp"
#include "powers/powers.hpp"
#include "scene.hpp"

namespace {

using namespace doorway;
using namespace scene;

constexpr uid_t somebody = 65534;
constexpr auto group_of_somebody = "nogroup";  // 65534 on Debian

testing::AssertionResult says(const std::string& message, const std::string& part) {
  if (message.find(part) != std::string::npos) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "it says: " << message;
}
std::string open_in(const std::string& directory) {
  return message_of([&] { named_mutex("m", {.directory = directory}); });
}
mode_t mode_of(const std::string& path) {
  struct stat about {};
  return ::lstat(path.c_str(), &about) == 0 ? about.st_mode & 07777 : 0;
}

TEST(HostilePlace, ThatIsNotThere) {
  EXPECT_TRUE(says(open_in("/nowhere/at/all"), "cannot make the directory /nowhere/at/all (set DOORWAY_DIR"));
}

TEST(HostilePlace, ThatIsNoDirectoryOrALink) {
  const place here;
  { const named_mutex made("m"); }
  EXPECT_TRUE(says(open_in(here.file("m")), "is no directory, or only a link to one; it is not used"));
  std::filesystem::create_directory_symlink(here.path(), here.file("link"));
  EXPECT_TRUE(says(open_in(here.file("link")), "is no directory, or only a link to one; it is not used"));
}

TEST(HostilePlace, ThatOthersCanGetAt) {
  const place here;
  ::chmod(here.path().c_str(), 0750);
  EXPECT_TRUE(
      says(open_in(here.path()), "others can get at " + here.path() + "; if it is doorway's alone, chmod it to 0700"));
  ::chmod(here.path().c_str(), 0701);
  EXPECT_TRUE(says(open_in(here.path()), "chmod it to 0700"));
}

TEST(HostilePlace, OfAnotherUser) {
  if (powers::left_out_without({powers::give_files_away, powers::be_somebody_else})) return;
  const place here;
  ASSERT_EQ(::chown(here.path().c_str(), somebody, somebody), 0);
  EXPECT_TRUE(says(open_in(here.path()), here.path() + " belongs to somebody else; it is not used"));
  ASSERT_EQ(::chown(here.path().c_str(), 0, 0), 0);
  child other([&] {
    if (!powers::become(somebody, somebody)) return 2;
    return says(open_in(here.path()), "cannot open the directory " + here.path() + ": Permission denied") ? 0 : 1;
  });
  EXPECT_EQ(other.wait(), 0);
}

TEST(HostilePlace, WhereNothingMayBeMade) {
  if (powers::left_out_without({powers::be_somebody_else})) return;
  child other([&] {
    if (!powers::become(somebody, somebody)) return 2;
    return says(open_in("/root-only"), "cannot make the directory /root-only") ? 0 : 1;
  });
  EXPECT_EQ(other.wait(), 0);
}

TEST(HostilePlace, NothingIsMadeWiderThanAsked) {
  for (const mode_t mask : {0U, 022U, 077U}) {
    const place here;
    const mode_t before = ::umask(mask);
    { const named_mutex own("m", {.directory = here.file("own")}); }
    EXPECT_EQ(mode_of(here.file("own")), 0700U);
    EXPECT_EQ(mode_of(here.file("own/m")), 0600U);
    ::umask(before);
  }
}

TEST(HostilePlace, NothingIsMadeWiderThanAskedForAGroup) {
  if (powers::left_out_without({powers::give_files_away})) return;
  for (const mode_t mask : {0U, 022U, 077U}) {
    const place here;
    const mode_t before = ::umask(mask);
    { const named_mutex shared("m", {.group = group_of_somebody, .directory = here.file("shared")}); }
    EXPECT_EQ(mode_of(here.file("shared")), 02770U);
    EXPECT_EQ(mode_of(here.file("shared/m")), 0660U);
    struct stat about {};
    EXPECT_EQ(::stat(here.file("shared/m").c_str(), &about), 0);
    EXPECT_EQ(about.st_gid, somebody);
    ::umask(before);
  }
}

TEST(HostilePlace, MembersOfAGroupShareAndOthersDoNot) {
  if (powers::left_out_without({powers::give_files_away, powers::be_somebody_else})) return;
  const place here;
  ::chmod(here.path().c_str(), 0711);
  const named_options options{.group = group_of_somebody, .directory = here.file("shared")};
  named_mutex lock("m", options);
  lock.lock();
  const auto as = [&](uid_t user, gid_t group, auto&& run) {
    child one([&] { return powers::become(user, group) ? run() : 9; });
    return one.wait();
  };
  EXPECT_EQ(as(1234, somebody,
               [&] {
                 named_mutex mine("m", options);
                 return mine.try_lock() ? 1 : 0;
               }),
            0);
  lock.unlock();
  // A member makes a name, locks it and dies; we recover it.
  EXPECT_EQ(as(1234, somebody,
               [&] {
                 named_mutex mine("theirs", options);
                 mine.lock();
                 ::raise(SIGKILL);
                 return 0;
               }),
            -SIGKILL);
  named_mutex theirs("theirs", options);
  EXPECT_TRUE(theirs.try_lock_for(1s));
  EXPECT_EQ(
      as(1234, 1234, [&] { return says(message_of([&] { named_mutex("m", options); }), "Permission denied") ? 0 : 1; }),
      0);
  EXPECT_TRUE(
      says(message_of([] { named_mutex("m", {.group = "no-such-group"}); }), "there is no group 'no-such-group'"));
  // Somebody was there first.
  ASSERT_EQ(::mkdir(here.file("squatted").c_str(), 0700), 0);
  ASSERT_EQ(::chown(here.file("squatted").c_str(), 1234, 1234), 0);
  const auto squatted =
      message_of([&] { named_mutex("m", {.group = group_of_somebody, .directory = here.file("squatted")}); });
  EXPECT_TRUE(says(squatted, "belongs to somebody else; it is not used"));
}

TEST(HostilePlace, AFullFileSystem) {
  if (powers::left_out_without({powers::mount_file_systems})) return;
  const place here;
  child one([&] {
    if (!powers::in_new_namespaces(CLONE_NEWNS) || !powers::mount_tmpfs(here.path().c_str(), "size=64k,mode=0700"))
      return 90;
    if (!says(open_in(here.path()), "no room for " + here.file("m"))) return 1;
    if (!says(open_in(here.path()), "No space left on device")) return 2;
    if (std::filesystem::exists(here.file(".new"))) return 3;
    // What is there has its room: it works on, however full the file system.
    named_mutex small("small", {.seats = 4, .directory = here.path()});
    const int fd = ::open(here.file(".filler").c_str(), O_WRONLY | O_CREAT, 0600);
    const std::string page(4096, 'x');
    while (::write(fd, page.data(), page.size()) > 0) {}
    for (int i = 0; i < 100; ++i) {
      const std::lock_guard inside(small);
    }
    return 0;
  });
  const int ended = one.wait();
  EXPECT_EQ(ended, 0);
}

TEST(HostilePlace, ALimitOnTheSizeOfFilesIsAnErrorNotASignal) {
  const place here;
  child one([&] {
    const struct rlimit small { 10'000, 10'000 };
    ::setrlimit(RLIMIT_FSIZE, &small);
    const auto message = open_in(here.path());
    return says(message, "ulimit -f is lower") && says(message, "File too large") ? 0 : 1;
  });
  EXPECT_EQ(one.wait(), 0);
}

// Two threads that share the object, and so its descriptor.
TEST(HostilePlace, ItsGuardKeepsThreadsApartToo) {
  const place here;
  const auto where = processes::directory::own();
  std::atomic<bool> second{false};
  std::thread other;
  {
    const processes::directory::guard alone(where);
    other = std::thread([&] {
      const processes::directory::guard also(where);
      second = true;
    });
    std::this_thread::sleep_for(50ms);
    EXPECT_FALSE(second);
  }
  other.join();
  EXPECT_TRUE(second);
}

// A process that makes a name is stopped in the middle of it.
TEST(HostilePlace, AGuardThatIsHeldForLongIsNotWaitedForLongerThanAsked) {
  using processes::directory;
  const place here;
  named_mutex lock("m");
  child holder([&] {
    const directory::guard alone(directory::own());
    ::raise(SIGSTOP);
    return 0;
  });
  ASSERT_TRUE(holder.wait_for_stop());
  const auto began = clock::now();
  const auto where = directory::own();
  const auto within = patience::until(began + 50ms);
  EXPECT_THROW(directory::guard(where, within, processes::always()), directory::given_up);
  EXPECT_THROW(directory::guard(where, patience::for_one_look(), processes::always()), directory::given_up);
  const auto message = message_of([&] { directory::guard(where, within, processes::always()); });
  EXPECT_TRUE(says(message, "process " + std::to_string(holder.pid()) + " (which is stopped) keeps the directory"));
  int asked = 0;
  EXPECT_THROW(directory::guard(where, patience::for_ever(), [&] { return ++asked < 5; }), directory::given_up);
  EXPECT_EQ(asked, 5);
  std::filesystem::remove(here.file("m"));  // so that it must be made anew
  std::this_thread::sleep_for(15ms);
  EXPECT_FALSE(lock.try_lock());
  EXPECT_FALSE(lock.try_lock_for(20ms));
  EXPECT_LT(clock::now() - began, 8s);
  holder.send(SIGCONT);
  EXPECT_EQ(holder.wait(), 0);
  EXPECT_TRUE(lock.try_lock());
}

timespec times_of(const std::string& path) {
  struct stat about {};
  return ::stat(path.c_str(), &about) == 0 ? about.st_ctim : timespec{};
}

// Catches one who counts how long it has waited, not how long one holder has kept the guard: a crowd would end with an error.
TEST(HostilePlace, AGuardThatManyHoldInTurnIsWaitedFor) {
  using processes::directory;
  const place here;
  const auto where = directory::own();
  {
    const auto before = times_of(here.path());
    std::this_thread::sleep_for(50ms);  // the kernel's clock for such times is no finer than its ticks
    const directory::guard alone(where);
    const auto after = times_of(here.path());
    EXPECT_NE(std::pair(after.tv_sec, after.tv_nsec), std::pair(before.tv_sec, before.tv_nsec))
        << "nobody sees it taken";
  }
  // Shared locks, so that there is no instant at which nobody holds it; each holder shows that it has come, as a guard does.
  std::array<processes::descriptor, 2> hands;
  for (auto& each : hands)
    each = processes::descriptor(::open(here.path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  std::atomic<bool> began{false};
  ASSERT_EQ(::flock(hands[0].get(), LOCK_SH), 0);
  std::thread in_turn([&] {
    while (!began) std::this_thread::sleep_for(1ms);
    const auto end = clock::now() + 3s;
    for (std::size_t i = 1; clock::now() < end; ++i, std::this_thread::sleep_for(10ms)) {
      const int next = hands[i % 2].get(), last = hands[(i + 1) % 2].get();
      EXPECT_EQ(::flock(next, LOCK_SH), 0);
      EXPECT_EQ(::futimens(next, nullptr), 0);
      EXPECT_EQ(::flock(last, LOCK_UN), 0);
    }
    for (const auto& each : hands) ::flock(each.get(), LOCK_UN);
  });
  EXPECT_NO_THROW(directory::guard(
      where, patience::for_ever(), [&] { return began = true; }, 2s));
  in_turn.join();
  // One who keeps it.
  ASSERT_EQ(::flock(hands[0].get(), LOCK_SH), 0);
  EXPECT_TRUE(
      says(message_of([&] { directory::guard(where, patience::for_ever(), processes::always(), 50ms); }),
           "process " + std::to_string(::getpid()) + " keeps the directory " + here.path() + " locked for 10 s"));
}

TEST(HostilePlace, RemoteFileSystemsAreKnownByTheirNumbers) {
  using processes::directory;
  for (const unsigned long remote :
       {0x6969UL /* nfs */, 0x517BUL /* smb */, 0xFF534D42UL /* cifs */, 0xFE534D42UL /* smb2 */,
        0x65735546UL /* fuse */, 0x01021997UL /* 9p */, 0x00C36400UL /* ceph */, 0x0BD00BD0UL /* lustre */,
        0x5346414FUL /* afs */, 0x47504653UL /* gpfs */, 0xFFFFFFFFFF534D42UL /* cifs, as a negative number */})
    EXPECT_TRUE(directory::is_remote(remote)) << std::hex << remote;
  for (const unsigned long local : {0x01021994UL /* tmpfs */, 0xEF53UL /* ext4 */, 0x58465342UL /* xfs */,
                                    0x9123683EUL /* btrfs */, 0x794C7630UL /* overlayfs */, 0x2FC12FC1UL /* zfs */})
    EXPECT_FALSE(directory::is_remote(local)) << std::hex << local;
}

}  // namespace
