// More of vanishing_test.cpp: three users and two sweeps, 30 million states; three users one of whom dies; two sweeps, or a death,
// where the directory may vanish too.
#include <gtest/gtest.h>

#include "vanishing_look.hpp"

namespace doorway::lab {
namespace {

TEST(vanishing, three_users_and_two_sweeps) {
  expect_is(ask({.users = 3, .sweeps = 2}, claim::exclusion), verdict::holds);
}
TEST(vanishing, three_users_one_of_whom_dies) {
  expect_is(ask({.users = 3, .lost = 1}, claim::exclusion, for_ever, 1), verdict::holds);
}
TEST(vanishing, two_sweeps_of_file_and_directory) {
  expect_is(ask({.sweeps = 2, .directories = 2}, claim::exclusion), verdict::holds);
}
TEST(vanishing, a_death_and_a_directory_that_is_swept) {
  expect_is(ask({.directories = 2, .lost = 1}, claim::exclusion, for_ever, 1), verdict::holds);
}

}  // namespace
}  // namespace doorway::lab
