// How many must still leave before a waiting process may go in: by that it decides whether to spin, to give way or to sleep.
//
// Catches a count that is only as new as the process's last look at everybody (k-bakery-cc-fast looks at few of them while it
// waits): the next in line would give way like the last, and many threads on few processors would pass a third less often. And
// one that is 1 for all who wait for the same session (group-bakery): hundreds of them would wake 20 times a second each.
#include <gtest/gtest.h>

#include "doorway/algorithms/group_exclusion/group_bakery.hpp"
#include "doorway/algorithms/k_exclusion/k_bakery_cc_fast.hpp"
#include "doorway/memory/threads.hpp"

namespace {

using namespace doorway;

using lock = k_bakery_cc_fast<threads>;

// A process, one call deep in the others' waiting: wait(ready, ahead) is what it does while it waits.
template <class Wait, class Passage = lock::passage>
class process {
 public:
  process(process_id id, const Wait& wait) : id_(id), wait_(wait) {}
  [[nodiscard]] process_id id() const { return id_; }
  void end_of_doorway() const {}
  template <class Ready, class Ahead>
  bool await(Ready&& ready, Ahead&& ahead) {
    return wait_(ready, ahead);
  }
  Passage passage;

 private:
  process_id id_;
  Wait wait_;
};

class who_waits : public testing::TestWithParam<process_id> {
 protected:
  const process_id k = GetParam();
  const parameters size{.n = k + 2, .k = k};
  threads memory{size.n, detail::words_needed<k_bakery_cc_fast>(size)};
  const lock of{memory, size};
};

TEST_P(who_waits, knows_exactly_how_many_are_ahead) {
  const auto at_once = [](auto& ready, auto& /*ahead*/) { return ready(); };
  for (process_id p = 0; p < k; ++p) {
    process inside(p, at_once);
    ASSERT_TRUE(of.enter(inside));
  }
  process first_out(0, at_once);
  process gives_up(k, at_once);
  process next(k, [&](auto& next_is_ready, auto& before_next) {
    EXPECT_FALSE(next_is_ready());
    EXPECT_EQ(before_next(), 1U);
    process last(k + 1, [&](auto& ready, auto& ahead) {
      EXPECT_FALSE(ready());
      EXPECT_EQ(ahead(), 2U);
      of.exit(first_out);  // lets `next` in, which has not noticed yet
      EXPECT_FALSE(ready());
      EXPECT_EQ(ahead(), 1U);
      of.abort(gives_up);
      EXPECT_EQ(ahead(), 0U);
      return ready();
    });
    EXPECT_TRUE(of.enter(last));
    return false;
  });
  EXPECT_FALSE(of.enter(next));
}

template <class Wait>
struct visitor : process<Wait, nothing> {
  visitor(process_id id, const Wait& wait) : process<Wait, nothing>(id, wait) {}
};

TEST(who_waits_for_a_session, counts_those_who_came_before) {
  const parameters size{.n = 5};
  threads memory(size.n, detail::words_needed<group_bakery>(size));
  const group_bakery<threads> rooms(memory, size);
  visitor holder(3, [](auto& ready, auto& /*ahead*/) { return ready(); });
  ASSERT_TRUE(rooms.enter(holder, 1));
  const auto expect_ahead = [](process_id count, auto&& meanwhile) {
    return [count, meanwhile](auto& ready, auto& ahead) {
      if (ready()) return true;  // of one who is not in its way
      EXPECT_EQ(ahead(), count);
      meanwhile(ahead);
      return false;
    };
  };
  // Three of one session, and behind them one of the holder's.
  visitor first(4, expect_ahead(1, [&](auto&) {
                  visitor second(0, expect_ahead(2, [&](auto&) {
                                   visitor third(1, expect_ahead(3, [&](auto& before_third) {
                                                   visitor last(2, expect_ahead(4, [&](auto& before_last) {
                                                                  rooms.exit(holder);
                                                                  EXPECT_EQ(before_third(), 2U);
                                                                  EXPECT_EQ(before_last(), 3U);
                                                                }));
                                                   EXPECT_FALSE(rooms.enter(last, 1));
                                                 }));
                                   EXPECT_FALSE(rooms.enter(third, 2));
                                 }));
                  EXPECT_FALSE(rooms.enter(second, 2));
                }));
  EXPECT_FALSE(rooms.enter(first, 2));
}

INSTANTIATE_TEST_SUITE_P(k, who_waits, testing::Values(1U, 2U, 4U), testing::PrintToStringParamName());

}  // namespace
