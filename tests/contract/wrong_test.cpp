// Broken variants, kept in tests/wrong, must be caught by the run-time monitor; and the algorithms that they are broken
// from must not be, in the same memory and for the same time.

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <iostream>

#include "doorway/algorithms/all.hpp"
#include "jittery.hpp"
#include "lab/threads/run.hpp"
#include "tests/wrong/bakery_no_doorway.hpp"
#include "tests/wrong/group_bakery_no_choosing.hpp"
#include "tests/wrong/k_bakery_no_announce.hpp"
#include "tests/wrong/levels_off_by_one.hpp"
#include "tests/wrong/two_bits_no_second_look.hpp"

namespace doorway::lab {
namespace {

using namespace std::chrono_literals;

// Runs of 200 ms, until one is in breach or the time is up.
template <template <class> class Algorithm>
outcome caught_within(std::chrono::seconds limit, const parameters& size) {
  const auto end = std::chrono::steady_clock::now() + limit;
  outcome seen;
  do {
    subject_of<Algorithm, jittery> lock(size);
    seen = run(lock, {.time = 200ms});
    if (seen.stuck) {
      std::cerr << "threads hang outside of any await\n";
      std::_Exit(1);  // they still use the lock
    }
  } while (seen.breaches == 0 && std::chrono::steady_clock::now() < end);
  return seen;
}

template <template <class> class Wrong, template <class> class Right>
void only_the_wrong_one_is_caught(const parameters& size) {
  const auto wrong = caught_within<Wrong>(20s, size);
  EXPECT_GT(wrong.breaches, 0U) << "the monitor has not noticed";
  for (const auto& finding : wrong.findings) EXPECT_TRUE(finding.find("inside") != std::string::npos) << finding;
  if (size.sessions == 0) {
    EXPECT_GT(wrong.most_inside, size.inside());
  }
  const auto right = caught_within<Right>(1s, size);
  EXPECT_EQ(right.breaches, 0U) << right.findings.front();
  EXPECT_GT(right.passages, 0U);
}

TEST(wrong, bakery_without_its_doorway) {
  only_the_wrong_one_is_caught<doorway::wrong::bakery_no_doorway, bakery>({.n = 3});
}
TEST(wrong, k_bakery_that_does_not_announce) {
  only_the_wrong_one_is_caught<doorway::wrong::k_bakery_no_announce, k_bakery>({.n = 3, .k = 1});
}
TEST(wrong, k_bakery_that_does_not_announce_with_k_2) {
  only_the_wrong_one_is_caught<doorway::wrong::k_bakery_no_announce, k_bakery>({.n = 5, .k = 2});
}
TEST(wrong, levels_off_by_one) {
  only_the_wrong_one_is_caught<doorway::wrong::levels_off_by_one, levels>({.n = 4, .k = 2});
}
TEST(wrong, two_bits_without_the_second_look) {
  only_the_wrong_one_is_caught<doorway::wrong::two_bits_no_second_look, two_bits>({.n = 4, .k = 2});
}
TEST(wrong, group_bakery_that_does_not_say_that_it_chooses) {
  only_the_wrong_one_is_caught<doorway::wrong::group_bakery_no_choosing, group_bakery>({.n = 4, .sessions = 2});
}

}  // namespace
}  // namespace doorway::lab
