// How a figure grows with n: the best of four shapes by least squares. An estimate, and called one.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace doorway::lab::rmr {

enum class shape { constant, logarithmic, linear, quadratic };

struct point {
  double n = 0;
  double y = 0;
};

struct growth {
  shape what = shape::constant;
  double offset = 0;  // y is about offset + slope * f(n), f(n) = log2 n, n or n^2
  double slope = 0;
  double r_squared = 1;  // 1: the points lie on it
};

// Nothing for fewer than three different n.
[[nodiscard]] std::optional<growth> fit(const std::vector<point>& points);

[[nodiscard]] const char* to_string(shape what);      // "linear"
[[nodiscard]] std::string formula(const growth& it);  // "5.02 n - 1.3"

}  // namespace doorway::lab::rmr
