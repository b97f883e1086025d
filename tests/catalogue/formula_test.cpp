#include "lab/catalogue/formula.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace doorway::lab {
namespace {

std::int64_t value(const char* text, std::int64_t n = 5, std::int64_t k = 2) {
  return formula::value(text, {{"n", n}, {"k", k}});
}

TEST(formula, arithmetic) {
  EXPECT_EQ(value("2n-2"), 8);
  EXPECT_EQ(value("n^2"), 25);
  EXPECT_EQ(value("3n^2+n"), 80);
  EXPECT_EQ(value("2(n-k)*k"), 12);
  EXPECT_EQ(value("n - k - 1"), 2) << "from left to right";
  EXPECT_EQ(value(" - n + 7 "), 2);
  EXPECT_EQ(value("max(n-k, 4) + min(n, k)"), 6);
}

TEST(formula, choice) {
  EXPECT_EQ(value("k = 1 ? n : 2n-2"), 8);
  EXPECT_EQ(value("k = 1 ? n : 2n-2", 5, 1), 5);
  EXPECT_EQ(value("n > k ? 1 : n < k ? 2 : 3", 2, 2), 3);
}

TEST(formula, logarithms) {
  EXPECT_EQ(value("ceil(log2(n))", 1), 0);
  EXPECT_EQ(value("ceil(log2(n))", 2), 1);
  EXPECT_EQ(value("ceil(log2(n))", 8), 3);
  EXPECT_EQ(value("ceil(log2(n))", 9), 4);
  EXPECT_EQ(value("4n + ceil(n/8)", 8), 33);
  EXPECT_EQ(value("4n + ceil(n/8)", 9), 38);
  EXPECT_EQ(value("floor(log2(n/(k+1)))", 12, 2), 2);
  EXPECT_EQ(value("floor(log2(n/(k+1)))", 11, 2), 1);
  EXPECT_EQ(value("floor(log2(n/(k+1)))", 2, 2), 0);
  EXPECT_EQ(value("(n-k)*ceil(log2(n)) + n*ceil(log2(n-k+1))"), 19);
}

TEST(formula, what_cannot_be_read) {
  for (const auto* text :
       {"", "n +", "n k", "(n", "m", "ceil(n)", "ceil(n/0)", "k = 1 ? n", "max(n)", "2n)", "floor(log2(n))"})
    EXPECT_THROW(static_cast<void>(value(text)), std::invalid_argument) << text;
}

}  // namespace
}  // namespace doorway::lab
