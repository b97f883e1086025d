// A process that dies at its m-th step, for every m, costs nobody anything: while it takes a seat, enters, waits, takes a
// slot, leaves, recovers another, makes a name, resizes or removes one. Each test goes on until m is beyond the last step.
#include "steps.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <atomic>
#include <optional>
#include <vector>

#include "doorway/processes/participant.hpp"
#include "doorway/processes/remove.hpp"
#include "doorway/processes/resize.hpp"
#include "scene.hpp"

namespace {

using namespace doorway;
using namespace doorway::processes;
using namespace scene;
using bakery = participant<steps::stepping_bakery>;
using outcome = bakery::outcome;

constexpr process_id seats = 6;
patience within(std::chrono::milliseconds limit) { return patience::until(clock::now() + limit); }

file open(process_id k, const std::string& name = "deaths") {
  return open_or_make<steps::stepping_bakery>(directory::own(), name, {.n = seats, .k = k});
}

// One passage, with a slot. 0: inside and out again.
int pass(bakery& me, std::chrono::milliseconds limit = 5s) {
  while (!me.sit_down()) std::this_thread::sleep_for(1ms);
  const auto got = me.enter(within(limit), always());
  if (got != outcome::inside) return got == outcome::gave_up ? 1 : 2;
  const auto slot = me.take_slot();
  me.exit();
  return slot < me.where().kind().k ? 0 : 3;
}

// All k inside at once with all slots, nobody else, and every seat to be had.
void expect_all_is_well(process_id k, const std::string& name = "deaths") {
  std::vector<std::unique_ptr<bakery>> all;
  process_set slots;
  for (process_id i = 0; i < k; ++i) {
    all.push_back(std::make_unique<bakery>(open(k, name), "check"));
    ASSERT_TRUE(soon([&] { return all.back()->sit_down(); })) << "no seat";
    ASSERT_EQ(all.back()->enter(within(2s), always()), outcome::inside) << "a slot was lost";
    slots.insert(all.back()->take_slot());
  }
  EXPECT_EQ(slots.size(), k);
  bakery extra(open(k, name), "check");
  ASSERT_TRUE(extra.sit_down());
  EXPECT_EQ(extra.enter(patience::for_one_look(), always()), outcome::gave_up) << "one too many";
  for (auto& each : all) each->exit();
}

// A process that dies at each step in turn of a passage, its first or its second.
void die_at_every_step(process_id k, bool first) {
  const place here;
  bakery attached(open(k), "attached");
  ASSERT_EQ(pass(attached), 0);
  long m = 1;
  for (;; ++m) {
    child one([&] {
      bakery me(open(k), "dies");
      if (!first && pass(me) != 0) return 9;
      steps::at({.step = m});
      return pass(me);
    });
    const int ended = one.wait();
    ASSERT_EQ(pass(attached, 2s), 0) << "after a death at step " << m;
    if (ended == 0) break;
    ASSERT_EQ(ended, -SIGKILL) << "at step " << m;
  }
  EXPECT_GT(m, first ? 30 : 15) << "the steps were not counted";
  expect_all_is_well(k);
}
TEST(Deaths, AtEveryStepOfAPassage) {
  for (const process_id k : {1U, 2U}) die_at_every_step(k, true);
}
// Only the first passage looks at the file: the next ones, for some milliseconds, go by participant::enter_alone.
TEST(Deaths, AtEveryStepOfTheShortWay) {
  for (const process_id k : {1U, 2U}) die_at_every_step(k, false);
}
TEST(ShortWay, IsTakenAndSaysWhatTheLongOneSays) {
  const place here;
  bakery me(open(1), "alone");
  ASSERT_TRUE(me.sit_down());
  const auto& note = me.where().note(me.number());
  const long before = steps::short_ways;
  EXPECT_TRUE(soon([&] {
    const word last = load(note.since);
    EXPECT_EQ(me.enter(patience::for_ever(), always()), outcome::inside);
    EXPECT_EQ(load(note.active), 1U);
    EXPECT_EQ(load(note.section), static_cast<word>(section::critical));
    EXPECT_GT(load(note.since), last);
    EXPECT_EQ(load(note.arrived), load(note.since));
    EXPECT_LE(load(note.since), now());
    EXPECT_GT(load(note.since) + 60'000'000'000, now());
    me.exit();
    EXPECT_EQ(load(note.active), 0U);
    EXPECT_EQ(load(note.section), static_cast<word>(section::remainder));
    return steps::short_ways > before;
  })) << "there is no short way";
}

TEST(Deaths, AtEveryStepOfAWaiterThatGivesUp) {
  const place here;
  bakery holder(open(1), "holder");
  ASSERT_TRUE(holder.sit_down());
  long m = 1;
  for (;; ++m) {
    ASSERT_EQ(holder.enter(within(2s), always()), outcome::inside) << "after a death at step " << m;
    child one([&] {
      bakery me(open(1), "dies");
      if (!me.sit_down()) return 9;
      steps::at({steps::region::entering, m});
      return me.enter(within(5ms), always()) == outcome::gave_up ? 0 : 1;
    });
    const int ended = one.wait();
    holder.exit();
    if (ended == 0) break;
    ASSERT_EQ(ended, -SIGKILL) << "at step " << m;
  }
  EXPECT_GT(m, 20);
  expect_all_is_well(1);
}

// --- deaths of those who clear away after the dead ---

constexpr long steps_of_a_recovery = 12;  // and a few more

struct flags {
  std::atomic<bool> inside{false};
  std::atomic<bool> waits{false};
};

int hold_until_killed(flags& mine) {
  bakery me(open(1), "holder");
  if (!me.sit_down() || me.enter(within(5s), always()) != outcome::inside) return 1;
  mine.inside = true;
  for (;;) ::pause();
}

int die_recovering(long m) {
  child one([&] {
    bakery me(open(1), "dies");
    steps::at({steps::region::recovering, m});
    return pass(me);
  });
  return one.wait();
}

// The first dies inside. The second takes its seat and dies while it clears away after the first; so does the third after
// the second.
TEST(Deaths, AtEveryStepOfTakingADeadOnesSeatTwice) {
  const place here;
  bakery attached(open(1), "attached");
  ASSERT_EQ(pass(attached), 0);
  for (long second = 1; second <= steps_of_a_recovery; ++second)
    for (long third = 1; third <= steps_of_a_recovery; ++third) {
      shared<flags> holder;
      child first([&] { return hold_until_killed(*holder); });
      ASSERT_TRUE(soon([&] { return holder->inside.load(); }));
      first.send(SIGKILL);
      ASSERT_EQ(first.wait(), -SIGKILL);
      ASSERT_EQ(die_recovering(second), -SIGKILL);
      const int ended = die_recovering(third);
      ASSERT_TRUE(ended == -SIGKILL || ended == 0);
      ASSERT_EQ(pass(attached, 2s), 0) << "after deaths at steps " << second << " and " << third;
    }
  expect_all_is_well(1);
}

// The same, but the second is one who waits, and tends the seats.
TEST(Deaths, AtEveryStepOfTending) {
  const place here;
  for (long second = 1; second <= steps_of_a_recovery; ++second) {
    shared<flags> holder, tender;
    child first([&] { return hold_until_killed(*holder); });
    ASSERT_TRUE(soon([&] { return holder->inside.load(); }));
    child one([&] {
      bakery me(open(1), "dies");
      if (!me.sit_down()) return 1;
      steps::at({steps::region::recovering, second});
      return me.enter(patience::for_ever(), [&] { return tender->waits = true; }) == outcome::inside ? 0 : 2;
    });
    ASSERT_TRUE(soon([&] { return tender->waits.load(); }));
    first.send(SIGKILL);
    ASSERT_EQ(one.wait(), -SIGKILL) << second;
    const int ended = die_recovering(second);
    ASSERT_TRUE(ended == -SIGKILL || ended == 0);
    bakery next(open(1), "next");
    ASSERT_EQ(pass(next, 2s), 0) << "after deaths at step " << second;
  }
  expect_all_is_well(1);
}

TEST(Deaths, AtEveryStepOfMakingAName) {
  const place here;
  long m = 1;
  for (;; ++m) {
    const auto name = "name-" + std::to_string(m);
    child one([&] {
      const auto where = directory::own();
      steps::at({.step = m});
      const auto made = open_or_make<steps::stepping_bakery>(where, name, {.n = seats, .k = 1});
      steps::at({});
      return 0;
    });
    const int ended = one.wait();
    bakery me(open(1, name), "next");
    ASSERT_EQ(pass(me), 0) << "after a death at step " << m;
    if (ended == 0) break;
    ASSERT_EQ(ended, -SIGKILL);
  }
  EXPECT_GT(m, 20);
  EXPECT_FALSE(std::filesystem::exists(here.file(".new"))) << "what a dead maker left was not cleared away";
}

TEST(Deaths, AtEveryStepOfRemovingAName) {
  const place here;
  long m = 1;
  for (;; ++m) {
    bakery attached(open(1), "attached");
    ASSERT_EQ(pass(attached), 0);
    child one([&] {
      const auto where = directory::own();
      steps::at({.step = m});
      return remove(where, "deaths") == removal::done ? 0 : 1;
    });
    const int ended = one.wait();
    // Who has the old file open goes on with it, or is told to start over; never both files at once.
    bakery other(open(1), "other");
    ASSERT_TRUE(other.sit_down());
    ASSERT_EQ(other.enter(within(2s), always()), outcome::inside) << "after a death at step " << m;
    EXPECT_NE(attached.enter(within(100ms), always()), outcome::inside) << "two locks of one name, step " << m;
    other.exit();
    if (ended == 0) break;
    ASSERT_EQ(ended, -SIGKILL);
  }
  EXPECT_GE(m, 3);
}

// Of those who are inside and those who wait, while the name is taken away by force.
TEST(Deaths, AtEveryStepOfRemovingANameByForce) {
  int removed = 0, kept = 0;
  for (long m = 1;; ++m) {
    const place here;
    bakery holder(open(1), "holder");
    ASSERT_TRUE(holder.sit_down());
    ASSERT_EQ(holder.enter(within(2s), always()), outcome::inside);
    shared<flags> waiter;
    child waits([&] {
      bakery me(open(1), "waits");
      if (!me.sit_down()) return 9;
      const auto got = me.enter(patience::for_ever(), [&] { return waiter->waits = true; });
      if (got == outcome::inside) me.exit();
      return got == outcome::inside ? 1 : 0;
    });
    ASSERT_TRUE(soon([&] { return waiter->waits.load(); }));
    child one([&] {
      const auto where = directory::own();
      steps::at({.step = m});
      return remove(where, "deaths", true) == removal::done ? 0 : 1;
    });
    const int ended = one.wait();
    bakery other(open(1), "other");
    ASSERT_TRUE(other.sit_down());
    const bool anew = other.enter(within(50ms), always()) == outcome::inside;
    ++(anew ? removed : kept);
    holder.exit();
    EXPECT_EQ(waits.wait(), anew ? 0 : 1)
        << "step " << m << ": the waiter is inside the removed file, or not in the kept one";
    if (ended == 0) break;
    ASSERT_EQ(ended, -SIGKILL);
  }
  EXPECT_GT(removed, 0);
  EXPECT_GT(kept, 0);
}

int resize_to(process_id k, long m = 0) {
  const auto where = directory::own();
  const directory::guard alone(where);
  const auto old = file::find(where, "deaths");
  steps::at({.step = m});
  return old && resize<steps::stepping_bakery>(where, "deaths", *old, k) == resizing::done ? 0 : 1;
}

// Either k, usable, and one lock: who has the old file open enters it only if it still has the name.
TEST(Deaths, AtEveryStepOfResizing) {
  long m = 1;
  bool old_k = false, new_k = false;
  for (;; ++m) {
    const place here;
    bakery attached(open(2), "attached");
    ASSERT_EQ(pass(attached), 0);
    child one([&] { return resize_to(3, m); });
    const int ended = one.wait();
    const auto left = file::find(directory::own(), "deaths");
    ASSERT_TRUE(left.has_value()) << "the name's k is lost after a death at step " << m;
    const process_id k = left->kind().k;
    ASSERT_TRUE(k == 2 || k == 3) << k;
    (k == 2 ? old_k : new_k) = true;
    expect_all_is_well(k);
    EXPECT_EQ(attached.enter(within(1s), always()), k == 2 ? outcome::inside : outcome::file_removed) << "step " << m;
    if (ended == 0) break;
    ASSERT_EQ(ended, -SIGKILL) << "at step " << m;
  }
  EXPECT_TRUE(old_k);
  EXPECT_TRUE(new_k);
  EXPECT_GT(m, 20);
}

TEST(Resize, ThatFailsKeepsTheName) {
  const place here;
  bakery attached(open(2), "attached");
  ASSERT_EQ(pass(attached), 0);
  child one([&] {
    const struct rlimit small { 5000, 5000 };
    ::setrlimit(RLIMIT_FSIZE, &small);
    return message_of([] { resize_to(3); }).find("ulimit -f is lower") == std::string::npos ? 1 : 0;
  });
  EXPECT_EQ(one.wait(), 0);
  EXPECT_EQ(pass(attached), 0) << "the file is kept from its users";
  expect_all_is_well(2);
  EXPECT_FALSE(std::filesystem::exists(here.file(".new")));
}

TEST(Resize, IsRefusedWhileSomebodyIsInside) {
  const place here;
  bakery holder(open(2), "holder");
  ASSERT_TRUE(holder.sit_down());
  ASSERT_EQ(holder.enter(within(2s), always()), outcome::inside);
  EXPECT_EQ(resize_to(3), 1);
  holder.exit();
  expect_all_is_well(2);
  EXPECT_EQ(resize_to(3), 0);
  expect_all_is_well(3);
}

// The holder leaves just after the name was taken away by force: the one it wakes must not go in there.
TEST(Removed, AWaiterDoesNotEnterTheFileAndStartsOver) {
  const place here;
  for (int round = 0; round < 8; ++round) {
    bakery holder(open(1), "holder");
    ASSERT_TRUE(holder.sit_down());
    ASSERT_EQ(holder.enter(within(2s), always()), outcome::inside);
    shared<flags> waiter;
    child waits([&] {
      bakery me(open(1), "waits");
      if (!me.sit_down()) return 9;
      if (me.enter(patience::for_ever(), [&] { return waiter->waits = true; }) != outcome::file_removed) return 1;
      bakery again(open(1), "again");
      return pass(again) == 0 ? 0 : 2;
    });
    ASSERT_TRUE(soon([&] { return waiter->waits.load(); }));
    ASSERT_EQ(remove(directory::own(), "deaths", true), removal::done);
    holder.exit();
    ASSERT_EQ(waits.wait(), 0) << "round " << round;
  }
}

// --- stopped, not dead ---

int wait_for_turn(flags& mine) {
  bakery me(open(1), "waiter");
  const auto entered =
      me.sit_down() ? me.enter(patience::for_ever(), [&] { return mine.waits = true; }) : outcome::gave_up;
  mine.inside = entered == outcome::inside;
  if (mine.inside) me.exit();
  return mine.inside ? 0 : 1;
}

// Stopped once it waits, at that step.
int wait_and_stop(flags& mine, steps::aim target) {
  bakery me(open(1), "stopped");
  if (!me.sit_down()) return 1;
  target.signal = SIGSTOP;
  const auto waits = [&] {
    if (!mine.waits.exchange(true)) steps::at(target);
    return true;
  };
  return me.enter(patience::for_ever(), waits) == outcome::inside ? 0 : 1;
}

TEST(Stopped, AProcessThatLooksForTheDeadStopsNobodyElseFromIt) {
  const place here;
  shared<flags> holder, waiter, tender;
  child a([&] { return hold_until_killed(*holder); });
  ASSERT_TRUE(soon([&] { return holder->inside.load(); }));
  child b([&] { return wait_for_turn(*waiter); });
  ASSERT_TRUE(soon([&] { return waiter->waits.load(); }));
  // 1 marks the time, 2 would ask for the holder's seat.
  child t([&] { return wait_and_stop(*tender, {steps::region::at_once, 2}); });
  ASSERT_TRUE(t.wait_for_stop());
  a.send(SIGKILL);
  ASSERT_EQ(a.wait(), -SIGKILL);
  EXPECT_TRUE(soon([&] { return waiter->inside.load(); }, 1s)) << "the stopped one keeps the others from tending";
}

TEST(Stopped, WithADeadOnesSeatInItsHandsItIsNotDeadButWhenItIsAllGoesOn) {
  const place here;
  shared<flags> holder, waiter, tender;
  child a([&] { return hold_until_killed(*holder); });
  ASSERT_TRUE(soon([&] { return holder->inside.load(); }));
  child b([&] {
    bakery me(open(1), "waiter");
    if (!me.sit_down()) return 1;
    // In the queue before the other, but it does not look for the dead until that one has been stopped.
    const auto waits = [&] {
      waiter->waits = true;
      while (!tender->inside) std::this_thread::sleep_for(1ms);
      return true;
    };
    waiter->inside = me.enter(patience::for_ever(), waits) == outcome::inside;
    return waiter->inside ? 0 : 1;
  });
  ASSERT_TRUE(soon([&] { return waiter->waits.load(); }));
  child t([&] { return wait_and_stop(*tender, {steps::region::recovering, 1}); });
  ASSERT_TRUE(soon([&] { return tender->waits.load(); }));
  a.send(SIGKILL);
  ASSERT_EQ(a.wait(), -SIGKILL);
  ASSERT_TRUE(t.wait_for_stop());
  tender->inside = true;  // seen to be stopped
  EXPECT_FALSE(soon([&] { return waiter->inside.load(); }, 200ms)) << "two recover one seat at a time";
  t.send(SIGKILL);
  EXPECT_TRUE(soon([&] { return waiter->inside.load(); }, 1s));
}

// A process that removes a name is stopped at each of its steps, while somebody enters by the old file: either that one is told to
// start over, or the name is found to be in use.
TEST(Stopped, InTheMiddleOfRemovingANameItMakesNoTwoLocks) {
  int told = 0, refused = 0;
  for (long m = 1; m <= 3; ++m) {
    const place here;
    bakery attached(open(1), "attached");
    ASSERT_EQ(pass(attached), 0);
    child remover([&] {
      const auto where = directory::own();
      steps::at({steps::region::at_once, m, SIGSTOP});
      return remove(where, "deaths") == removal::done ? 0 : 1;
    });
    if (!remover.wait_for_stop(2s)) break;
    const bool inside = attached.enter(within(100ms), always()) == outcome::inside;
    remover.send(SIGCONT);
    const int ended = remover.wait();
    EXPECT_EQ(ended, inside ? 1 : 0) << m;
    ++(inside ? refused : told);
    bakery other(open(1), "other");
    ASSERT_TRUE(other.sit_down());
    const bool also = other.enter(within(100ms), always()) == outcome::inside;
    EXPECT_NE(inside, also) << "two locks of one name, or none, step " << m;
  }
  EXPECT_GT(told, 0);
  EXPECT_GT(refused, 0);
}

// A newcomer has a dead one's seat in its hands, to clear away after it: that is no use of the name.
TEST(Stopped, WhoClearsAwayAfterTheDeadDoesNotKeepANameFromBeingRemoved) {
  const place here;
  shared<flags> holder;
  child dead([&] { return hold_until_killed(*holder); });
  ASSERT_TRUE(soon([&] { return holder->inside.load(); }));
  dead.send(SIGKILL);
  ASSERT_EQ(dead.wait(), -SIGKILL);
  child newcomer([&] {
    bakery me(open(1), "newcomer");
    steps::at({steps::region::recovering, 1, SIGSTOP});
    return pass(me);
  });
  ASSERT_TRUE(newcomer.wait_for_stop());
  EXPECT_EQ(remove(directory::own(), "deaths"), removal::done);
  newcomer.send(SIGCONT);
  EXPECT_EQ(newcomer.wait(), 2) << "it must be told that the file is gone";
}

// Somebody who is not inside keeps the only slot's number, as one does who is stopped in the middle: who asks for it with a
// limit, or is told to stop, does not hang.
TEST(Stopped, WithASlotsNumberInItsHandsItKeepsNobodyForEver) {
  const place here;
  bakery me(open(1), "me");
  ASSERT_TRUE(me.sit_down());
  const auto kept = open(1);
  ASSERT_TRUE(try_lock_byte(kept.fd(), byte_of::slots, 0));
  ASSERT_EQ(me.enter(within(2s), always()), outcome::inside);
  EXPECT_FALSE(me.take_slot(within(200ms), always()).has_value());
  EXPECT_FALSE(me.take_slot(patience::for_one_look(), always()).has_value());
  int asked = 0;
  EXPECT_FALSE(me.take_slot(patience::for_ever(), [&] { return ++asked < 5; }).has_value());
  unlock_byte(kept.fd(), byte_of::slots, 0);
  EXPECT_EQ(me.take_slot(patience::for_one_look(), always()), 0U);
  me.exit();
}

// A name that is only ever tried, never waited for.
TEST(Tried, ADeadHolderIsFoundByWhoTakesOneLook) {
  const place here;
  shared<flags> holder;
  child a([&] { return hold_until_killed(*holder); });
  ASSERT_TRUE(soon([&] { return holder->inside.load(); }));
  bakery me(open(1), "tries");
  ASSERT_TRUE(me.sit_down());
  EXPECT_EQ(me.enter(patience::for_one_look(), always()), outcome::gave_up);
  a.send(SIGKILL);
  ASSERT_EQ(a.wait(), -SIGKILL);
  std::this_thread::sleep_for(30ms);
  EXPECT_EQ(me.enter(patience::for_one_look(), always()), outcome::inside);
}

}  // namespace
