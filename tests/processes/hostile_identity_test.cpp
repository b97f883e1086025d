// Who lives: numbers that are used again, zombies, other pid and time namespaces, a /proc that hides or lies.
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include <atomic>
#include <fstream>
#include <optional>
#include <thread>

#include "doorway/named_mutex.hpp"
#include "doorway/processes/participant.hpp"
#include "powers/powers.hpp"
#include "scene.hpp"

namespace {

using namespace doorway;
using namespace doorway::processes;
using namespace scene;
using bakery = participant<k_bakery_cc_fast>;
using outcome = bakery::outcome;

constexpr auto always = [] { return true; };

file open() { return open_or_make<k_bakery_cc_fast>(directory::own(), "m", {.n = 8, .k = 1}); }
bool gets_in(std::chrono::milliseconds limit) {
  bakery me(open(), "next");
  if (!me.sit_down() || me.enter(patience::until(clock::now() + limit), always) != outcome::inside) return false;
  me.exit();
  return true;
}
// Enters, says that this command is counted with it, and is killed.
int die_inside_with(const identity& command) {
  child one([&] {
    bakery me(open(), "dies");
    if (!me.sit_down() || me.enter(patience::for_ever(), always) != outcome::inside) return 1;
    me.count_command(command);
    ::raise(SIGKILL);
    return 2;
  });
  return one.wait();
}
child sleeper() {
  return child([] {
    for (;;) ::pause();
    return 0;
  });
}

TEST(HostileIdentity, ANumberThatIsUsedAgainIsAnotherProcess) {
  const auto me = identify_self();
  EXPECT_EQ(still_alive(me), life::alive);
  EXPECT_EQ(still_alive({}), life::gone);
  auto earlier = me;
  earlier.started -= 1;
  EXPECT_EQ(still_alive(earlier), life::gone);
  auto unread = me;  // /proc could not be read when it was written down
  unread.started = 0;
  EXPECT_EQ(still_alive(unread), life::unknown);
  auto elsewhere = me;
  elsewhere.pid_namespace += 1;
  // The host sees that there is no such process; anybody else cannot know.
  EXPECT_EQ(still_alive(elsewhere), pid_namespace() == first_pid_namespace ? life::gone : life::unknown);
  elsewhere.pid_namespace = 0;  // it could not be told when it was written down
  EXPECT_EQ(still_alive(elsewhere), life::unknown);
  auto shifted = earlier;  // a start time of another time namespace says nothing
  shifted.time_namespace += 1;
  EXPECT_EQ(still_alive(shifted), life::unknown);

  const place here;
  ASSERT_EQ(die_inside_with(earlier), -SIGKILL);
  EXPECT_TRUE(gets_in(1s)) << "a stranger with the number of a dead command keeps the slot";
}

TEST(HostileIdentity, TheSlotIsKeptWhileTheCommandRuns) {
  const place here;
  auto command = sleeper();
  ASSERT_EQ(die_inside_with(identify(command.pid())), -SIGKILL);
  EXPECT_FALSE(gets_in(300ms));
  command.send(SIGKILL);  // a zombie until it is reaped, and that is enough
  EXPECT_TRUE(gets_in(1s));
}

// The dead one's lock on the slot is gone; its command goes on using the number.
TEST(HostileIdentity, TheSlotsNumberIsKeptToo) {
  const place here;
  const auto open_two = [] { return open_or_make<k_bakery_cc_fast>(directory::own(), "two", {.n = 8, .k = 2}); };
  auto command = sleeper();
  child one([&] {
    bakery me(open_two(), "dies");
    if (!me.sit_down() || me.enter(patience::for_ever(), always) != outcome::inside || me.take_slot() != 0) return 1;
    me.count_command(identify(command.pid()));
    ::raise(SIGKILL);
    return 2;
  });
  ASSERT_EQ(one.wait(), -SIGKILL);
  bakery next(open_two(), "next");
  ASSERT_TRUE(next.sit_down());
  ASSERT_EQ(next.enter(patience::until(clock::now() + 1s), always), outcome::inside);
  EXPECT_EQ(next.take_slot(), 1U);
  next.exit();
}

// A process may call itself what it likes. It would catch one whose name is taken for what /proc says after the name: here, that
// it is a zombie with one thread.
TEST(HostileIdentity, ANameWithParenthesesTellsNothing) {
  const place here;
  shared<std::atomic<bool>> named;
  child command([&] {
    if (::prctl(PR_SET_NAME, ") Z 1 1 1 1 1") != 0) return 1;
    *named = true;
    for (;;) ::pause();
    return 0;
  });
  ASSERT_TRUE(soon([&] { return named->load(); }));
  const auto who = identify(command.pid());
  EXPECT_EQ(still_alive(who), life::alive);
  auto earlier = who;
  earlier.started -= 1;
  EXPECT_EQ(still_alive(earlier), life::gone);
  bool ended = false;
  EXPECT_GE(who.started, start_time(::getpid(), ended)) << "a child does not start before its parent";
  ASSERT_EQ(die_inside_with(who), -SIGKILL);
  EXPECT_FALSE(gets_in(200ms)) << "the command runs on";
  command.send(SIGKILL);
  EXPECT_TRUE(gets_in(1s));
}

TEST(HostileIdentity, ACommandWhoseFirstThreadHasEndedLives) {
  const place here;
  shared<std::atomic<bool>> ended;
  child command([&] {
    std::thread([&] {
      while (!*ended) std::this_thread::sleep_for(1ms);
      ::_exit(0);
    }).detach();
    return static_cast<int>(::syscall(SYS_exit, 0));  // this thread only
  });
  const auto is_zombie = [&] {
    std::ifstream file("/proc/" + std::to_string(command.pid()) + "/stat");
    std::string number, name, state;
    file >> number >> name >> state;
    return state == "Z";
  };
  ASSERT_TRUE(soon(is_zombie));
  EXPECT_EQ(still_alive(identify(command.pid())), life::alive);
  ASSERT_EQ(die_inside_with(identify(command.pid())), -SIGKILL);
  EXPECT_FALSE(gets_in(200ms));
  *ended = true;
  EXPECT_TRUE(gets_in(1s));
}

// Runs it in a child of new namespaces.
template <class Run>
int in_new(int namespaces, Run&& run, const char* offsets = nullptr) {
  child one([&] {
    if (!powers::in_new_namespaces(namespaces)) return 90;
    if (offsets != nullptr && !powers::shift_time_since_boot(offsets)) return 91;
    child inner(run);
    const int ended = inner.wait();
    return ended < 0 ? 128 - ended : ended;
  });
  return one.wait();
}

TEST(HostileIdentity, TwoPidNamespacesOnOneFile) {
  if (powers::left_out_without({powers::make_pid_namespaces})) return;
  const place here;
  bakery outside(open(), "outside");
  ASSERT_TRUE(outside.sit_down());
  ASSERT_EQ(outside.enter(patience::for_ever(), always), outcome::inside);
  const int kept_out =
      in_new(CLONE_NEWPID | CLONE_NEWNS, [] { return powers::mount_proc() && !gets_in(100ms) ? 0 : 1; });
  EXPECT_EQ(kept_out, 0);
  outside.exit();

  // A holder of another namespace is killed: its kernel lock tells, no number is needed.
  EXPECT_EQ(in_new(CLONE_NEWPID | CLONE_NEWNS,
                   [] {
                     if (!powers::mount_proc()) return 1;
                     bakery me(open(), "dies");
                     if (!me.sit_down() || me.enter(patience::for_ever(), always) != outcome::inside) return 2;
                     ::kill(::getpid(), SIGKILL);  // the init of its namespace: its own signals do not kill it
                     ::_exit(0);
                   }),
            0);
  EXPECT_TRUE(gets_in(1s));

  // A command of another namespace: not ours to declare dead, theirs to see.
  EXPECT_EQ(in_new(CLONE_NEWPID | CLONE_NEWNS,
                   [&] {
                     if (!powers::mount_proc()) return 1;
                     std::optional<child> command(sleeper());
                     if (die_inside_with(identify(command->pid())) != -SIGKILL) return 2;
                     if (gets_in(200ms)) return 3;
                     command.reset();
                     return gets_in(1s) ? 0 : 4;
                   }),
            0);
  EXPECT_TRUE(gets_in(1s));
  auto elsewhere = identify_self();
  elsewhere.pid_namespace += 1;
  ASSERT_EQ(die_inside_with(elsewhere), -SIGKILL);
  EXPECT_EQ(in_new(CLONE_NEWPID | CLONE_NEWNS, [] { return powers::mount_proc() && !gets_in(200ms) ? 0 : 1; }), 0)
      << "it may be alive: nobody in a container can know";
}

// Seen from the host, a command of a container lives while it lives and is gone when it is gone, whatever kills it; from another
// container it is unknown. Catches a scan that takes a living one for gone, one that ignores when it started, and a container
// that believes that it sees all.
TEST(HostileIdentity, TheHostKnowsWhoLivesInAContainer) {
  if (powers::left_out_without({powers::see_all_processes, powers::make_pid_namespaces})) return;
  shared<identity> inside;
  child container([&] {
    if (!powers::in_new_namespaces(CLONE_NEWPID | CLONE_NEWNS)) return 90;
    child init([&] {
      if (!powers::mount_proc()) return 1;
      auto command = sleeper();
      *inside = identify(command.pid());
      for (;;) ::pause();
      return 0;
    });
    for (;;) ::pause();
    return 0;
  });
  ASSERT_TRUE(soon([&] { return load(inside->pid) != 0; }));
  const auto who = *inside;
  ASSERT_NE(who.pid_namespace, pid_namespace());
  for (int i = 0; i < 20; ++i) ASSERT_EQ(still_alive(who), life::alive);
  auto earlier = who;
  earlier.started -= 1;
  EXPECT_EQ(still_alive(earlier), life::gone) << "another process with that number";
  auto shifted = earlier;
  shifted.time_namespace += 1;
  EXPECT_EQ(still_alive(shifted), life::alive) << "its start says nothing: it may be this one";
  EXPECT_EQ(in_new(CLONE_NEWPID | CLONE_NEWNS,
                   [&] { return powers::mount_proc() && still_alive(who) == life::unknown ? 0 : 1; }),
            0);
  container.send(SIGKILL);
  container.wait();
  EXPECT_TRUE(soon([&] { return still_alive(who) == life::gone; }));
  EXPECT_EQ(in_new(CLONE_NEWPID | CLONE_NEWNS,
                   [&] { return powers::mount_proc() && still_alive(who) == life::unknown ? 0 : 1; }),
            0);
}

// A container that sees the /proc of its host would look at other people's processes.
TEST(HostileIdentity, AProcOfAnotherNamespaceIsNotBelieved) {
  if (powers::left_out_without({powers::make_pid_namespaces_alone})) return;
  const int ended = in_new(CLONE_NEWPID, [] {
    if (pid_namespace() != 0) return 1;
    auto command = sleeper();
    return still_alive(identify(command.pid())) == life::unknown ? 0 : 2;
  });
  EXPECT_EQ(ended, 0);
}

TEST(HostileIdentity, AProcThatHidesOthersMakesNobodyDead) {
  if (powers::left_out_without({powers::hide_processes})) return;
  const auto other = identify_self();
  const child dead([] { return 0; });  // of another user than the one who asks, and not reaped
  const auto zombie = identify(dead.pid());
  ASSERT_TRUE(soon([&] { return has_ended(dead.pid()); }));
  child one([&] {
    if (!powers::in_new_namespaces(CLONE_NEWNS) || !powers::mount_proc("hidepid=2")) return 90;
    if (::setgid(65534) != 0 || ::setuid(65534) != 0 || ::prctl(PR_SET_DUMPABLE, 1) != 0) return 91;
    if (still_alive(other) != life::unknown) return 1;
    auto elsewhere = other;
    elsewhere.pid_namespace += 1;
    if (still_alive(elsewhere) != life::unknown) return 4;
    if (still_alive(zombie) != life::gone) return 5;
    auto own = sleeper();
    const auto who = identify(own.pid());
    if (still_alive(who) != life::alive) return 2;
    own.send(SIGKILL);
    own.wait();
    return still_alive(who) == life::gone ? 0 : 3;
  });
  const int ended = one.wait();
  EXPECT_EQ(ended, 0);
}

// Time since boot is what the notes tell; nobody can set it, but a time namespace can shift it, to and fro.
TEST(HostileIdentity, ClocksThatDifferDoNoHarm) {
  if (powers::left_out_without({powers::shift_time})) return;
  for (const char* offsets : {"boottime 1000000 0\n", "boottime -20 0\n"}) {
    const place here;
    bakery attached(open(), "attached");  // has its seat, so that it meets the dead by tending only
    ASSERT_TRUE(attached.sit_down());
    const auto gets_in_here = [&] {
      if (attached.enter(patience::until(clock::now() + 1s), always) != outcome::inside) return false;
      attached.exit();
      return true;
    };
    auto command = sleeper();
    ASSERT_EQ(die_inside_with(identify(command.pid())), -SIGKILL);
    const int ended = in_new(
        CLONE_NEWTIME,
        [&] {
          if (gets_in(200ms)) return 1;  // the start time looks wrong from here
          command.send(SIGKILL);
          return 0;
        },
        offsets);
    EXPECT_EQ(ended, 0);
    command.wait();
    EXPECT_TRUE(gets_in_here());
    // Killed there, recovered here; and the other way round, right after somebody here looked for the dead.
    EXPECT_EQ(in_new(
                  CLONE_NEWTIME, [] { return die_inside_with({}) == -SIGKILL ? 0 : 1; }, offsets),
              0);
    EXPECT_TRUE(gets_in_here());
    ASSERT_EQ(die_inside_with({}), -SIGKILL);
    EXPECT_EQ(in_new(
                  CLONE_NEWTIME, [] { return gets_in(1s) ? 0 : 1; }, offsets),
              0);
  }
}

}  // namespace
