#include "lab/rmr/growth.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace doorway::lab::rmr {

namespace {

// A figure that stays within this part of its mean does not grow.
constexpr double flat = 0.1;

double f(shape what, double n) {
  switch (what) {
    case shape::constant: return 0;
    case shape::logarithmic: return std::log2(n);
    case shape::linear: return n;
    case shape::quadratic: return n * n;
  }
  return 0;
}

double mean_of_y(const std::vector<point>& points) {
  double sum = 0;
  for (const auto& one : points) sum += one.y;
  return sum / static_cast<double>(points.size());
}

growth fit_to(shape what, const std::vector<point>& points) {
  const auto count = static_cast<double>(points.size());
  double mean_f = 0;
  const double mean_y = mean_of_y(points);
  for (const auto& one : points) mean_f += f(what, one.n) / count;
  double ff = 0;
  double fy = 0;
  double yy = 0;
  for (const auto& one : points) {
    const double df = f(what, one.n) - mean_f;
    const double dy = one.y - mean_y;
    ff += df * df;
    fy += df * dy;
    yy += dy * dy;
  }
  growth found{.what = what, .slope = fy / ff};
  found.offset = mean_y - found.slope * mean_f;
  found.r_squared = fy * fy / (ff * yy);
  return found;
}

}  // namespace

std::optional<growth> fit(const std::vector<point>& points) {
  std::vector<double> sizes;
  sizes.reserve(points.size());
  for (const auto& one : points) sizes.push_back(one.n);
  std::sort(sizes.begin(), sizes.end());
  if (std::unique(sizes.begin(), sizes.end()) - sizes.begin() < 3) return std::nullopt;

  const auto [least, most] =
      std::minmax_element(points.begin(), points.end(), [](const point& a, const point& b) { return a.y < b.y; });
  const double mean = mean_of_y(points);
  if (most->y - least->y <= flat * mean) return growth{.what = shape::constant, .offset = mean};

  growth best = fit_to(shape::logarithmic, points);
  for (const auto other : {shape::linear, shape::quadratic})
    if (const auto found = fit_to(other, points); found.r_squared > best.r_squared) best = found;
  return best;
}

const char* to_string(shape what) {
  switch (what) {
    case shape::constant: return "constant";
    case shape::logarithmic: return "log n";
    case shape::linear: return "linear";
    case shape::quadratic: return "quadratic";
  }
  return "";
}

std::string formula(const growth& it) {
  if (it.what == shape::constant) return fmt::format("{:.1f}", it.offset);
  const char* const of = it.what == shape::logarithmic ? "log2 n" : it.what == shape::linear ? "n" : "n^2";
  return fmt::format("{:.2f} {} {} {:.1f}", it.slope, of, it.offset < 0 ? '-' : '+', std::abs(it.offset));
}

}  // namespace doorway::lab::rmr
