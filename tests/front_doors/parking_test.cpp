// Parking, step by step: a write that strikes at any one step of a process that parks, and a process that parks at any one
// step of a write, never leave it asleep with nobody to wake it. (Both sides cut into each other is the lab's business.)
//
// The same test is run over broken parkings of tests/wrong, which it must catch.
#include <gtest/gtest.h>

#include <string>

#include "doorway/waiting/parking.hpp"
#include "front_doors/stepping.hpp"
#include "wrong/parking.hpp"

namespace {

using namespace doorway;
using front_doors::stepping;

enum class kind { one_writer, many_writers, mailbox };

// Process 0 waits for Go; process 1 writes it.
template <template <class> class Parking>
struct scene {
  explicit scene(kind what) : what_(what) {}

  bool ready() {
    if (watching != nullptr) switch (what_) {
        case kind::one_writer: watching->writers.insert(1); break;
        case kind::many_writers: watching->many = true; break;
        case kind::mailbox: watching->mailboxes.insert(1); break;
      }
    return Go.read(0) == 1;
  }
  void park() {
    auto look = [this] { return ready(); };
    try {
      lot.park(0, look, std::chrono::seconds(1));
      asleep = false;
    } catch (const stepping::asleep&) {
      asleep = true;
    }
  }
  void write(word value = 1) {
    Go.write(0, value);
    switch (what_) {
      case kind::one_writer: lot.wrote(1); break;
      case kind::many_writers: lot.wrote(lot.many()); break;
      case kind::mailbox: lot.mailed(1, 0); break;
    }
  }

  kind what_;
  stepping memory;
  Parking<stepping> lot{memory, 2};
  registers<stepping> Go{memory, {.name = "Go"}};
  bool asleep = false;
};

// How many of all the places to cut in lose the wake-up.
template <template <class> class Parking>
int lost(kind what) {
  int count = 0;
  for (int at = 0;; ++at) {  // the write cuts into the parking
    scene<Parking> s(what);
    s.memory.interrupt(at, [&] { s.write(); });
    s.park();
    if (!s.memory.interrupted()) break;
    if (s.asleep && !s.memory.woken) ++count;
  }
  for (int at = 0;; ++at) {  // the parking cuts into the write
    scene<Parking> s(what);
    s.memory.interrupt(at, [&] { s.park(); });
    s.write();
    if (!s.memory.interrupted()) break;
    if (s.asleep && !s.memory.woken) ++count;
  }
  for (int at = 0;; ++at) {  // a write that changes nothing cuts in, then the one that counts
    scene<Parking> s(what);
    s.memory.interrupt(at, [&] { s.write(0); });
    s.park();
    const bool cut = s.memory.interrupted();
    if (s.asleep && !s.memory.woken) {
      s.write();
      if (!s.memory.woken) ++count;
    }
    if (!cut) break;
  }
  return count;
}

class parked : public testing::TestWithParam<kind> {};
std::string name_of(const testing::TestParamInfo<kind>& what) {
  switch (what.param) {
    case kind::one_writer: return "one_writer";
    case kind::many_writers: return "many_writers";
    case kind::mailbox: return "a_mailbox";
  }
  return {};
}
INSTANTIATE_TEST_SUITE_P(waits_for, parked, testing::Values(kind::one_writer, kind::many_writers, kind::mailbox),
                         name_of);

TEST_P(parked, no_wake_up_is_lost) { EXPECT_EQ(lost<parking>(GetParam()), 0); }
TEST_P(parked, looking_before_publishing_is_caught) { EXPECT_GT(lost<wrong::parking_publishes_last>(GetParam()), 0); }
TEST_P(parked, raising_the_bell_last_is_caught) { EXPECT_GT(lost<wrong::parking_raises_the_bell_last>(GetParam()), 0); }

// Mailboxes have no mark.
TEST(parking, marking_before_publishing_is_caught) {
  EXPECT_GT(lost<wrong::parking_marks_first>(kind::one_writer), 0);
  EXPECT_GT(lost<wrong::parking_marks_first>(kind::many_writers), 0);
}

}  // namespace
