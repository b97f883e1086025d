// The bell of the seats, as it ships, in the lab: every interleaving of two and three who want one seat or two. Nobody sleeps for ever.
// A bell that is rung before the seat is left, one who does not look again, and one who wakes others before the word says that nobody
// sleeps are caught.
#include "lab/settings/seat_bell.hpp"

#include <gtest/gtest.h>

#include "lab/check.hpp"

namespace doorway::lab {
namespace {

struct rings_too_early : by_the_bell {
  template <class Bell, class LetGo>
  static void leave(const Bell& bell, LetGo&& let_go) {
    processes::a_seat_is_left(bell);
    let_go();
  }
};
struct does_not_look_again : by_the_bell {
  template <class Bell>
  static void sleep(const Bell& bell) {
    bell.write(1);
    bell.sleep(std::chrono::nanoseconds::max());
  }
};
struct wakes_first : by_the_bell {
  template <class Bell, class LetGo>
  static void leave(const Bell& bell, LetGo&& let_go) {
    let_go();
    if (bell.read() == 0) return;
    bell.wake();
    bell.write(0);
  }
};

template <class Way = by_the_bell>
finding ask(const parameters& size, std::uint32_t passages) {
  const seat_bell_program<Way> code(size, {.passages = passages});
  question asked;
  asked.claims = {claim::starvation_freedom};
  asked.limits.memory = std::size_t{3} << 30U;
  auto answer = check(code, asked);
  testing::Test::RecordProperty("states", std::to_string(answer.measured.explored.states));
  return answer.findings.at(0);
}
void expect_holds(const finding& f) {
  EXPECT_EQ(f.is, verdict::holds_up_to) << name(f.what) << ": " << f.reason << '\n'
                                        << (f.counterexample ? drawn(*f.counterexample) : "");
}

TEST(seat_bell, nobody_sleeps_for_ever) {
  expect_holds(ask({.n = 2, .k = 1}, 3));
  expect_holds(ask({.n = 3, .k = 1}, 2));
  expect_holds(ask({.n = 3, .k = 2}, 2));
}
TEST(seat_bell, a_bell_that_is_rung_too_early_is_caught) {
  EXPECT_EQ(ask<rings_too_early>({.n = 2, .k = 1}, 2).is, verdict::violated);
}
TEST(seat_bell, who_does_not_look_again_is_caught) {
  EXPECT_EQ(ask<does_not_look_again>({.n = 2, .k = 1}, 2).is, verdict::violated);
}
TEST(seat_bell, who_wakes_before_the_word_is_0_is_caught) {
  EXPECT_EQ(ask<wakes_first>({.n = 3, .k = 1}, 2).is, verdict::violated);
}

}  // namespace
}  // namespace doorway::lab
