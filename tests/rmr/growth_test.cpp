#include "lab/rmr/growth.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace doorway::lab::rmr {
namespace {

template <class Figure>
growth fitted(Figure&& figure) {
  std::vector<point> points;
  for (double n = 2; n <= 64; n *= 2) points.push_back({n, figure(n)});
  return fit(points).value();
}

TEST(growth, finds_the_shape) {
  EXPECT_EQ(fitted([](double) { return 7.0; }).what, shape::constant);
  EXPECT_EQ(fitted([](double n) { return 5 + 3 * std::log2(n); }).what, shape::logarithmic);
  EXPECT_EQ(fitted([](double n) { return 4 * n - 4; }).what, shape::linear);
  EXPECT_EQ(fitted([](double n) { return n * (n - 1) / 2; }).what, shape::quadratic);
}

TEST(growth, is_not_misled_by_a_little_noise) {
  int odd = 0;
  const auto noisy = fitted([&](double n) { return 6 * n + (++odd % 2 == 0 ? 3 : -3); });
  EXPECT_EQ(noisy.what, shape::linear);
  EXPECT_NEAR(noisy.slope, 6, 0.2);
  EXPECT_GT(noisy.r_squared, 0.99);
}

TEST(growth, needs_three_sizes) {
  EXPECT_FALSE(fit({{2, 1}, {4, 2}}).has_value());
  EXPECT_FALSE(fit({{2, 1}, {2, 3}, {4, 2}}).has_value());
  EXPECT_TRUE(fit({{2, 1}, {3, 3}, {4, 2}}).has_value());
}

TEST(growth, is_spelt) {
  EXPECT_EQ(formula({.what = shape::linear, .offset = -4, .slope = 4}), "4.00 n - 4.0");
  EXPECT_EQ(formula({.what = shape::quadratic, .offset = 1, .slope = 0.5}), "0.50 n^2 + 1.0");
  EXPECT_EQ(formula({.what = shape::constant, .offset = 7}), "7.0");
}

}  // namespace
}  // namespace doorway::lab::rmr
