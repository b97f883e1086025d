// The few statistics that the bench needs.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace doorway::bench {

inline constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

// The value below which this part of the values lies; 0.5: the median. Nothing, of nothing.
inline double quantile(std::vector<double> values, double part) {
  std::erase_if(values, [](double v) { return std::isnan(v); });
  if (values.empty()) return nothing;
  std::sort(values.begin(), values.end());
  const double at = part * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const auto above = std::min(below + 1, values.size() - 1);
  return values[below] + (at - static_cast<double>(below)) * (values[above] - values[below]);
}
inline double median(std::vector<double> values) { return quantile(std::move(values), 0.5); }

inline double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double v : values) sum += v;
  return values.empty() ? nothing : sum / static_cast<double>(values.size());
}
// Standard deviation divided by the mean.
inline double relative_deviation(const std::vector<double>& values) {
  const double middle = mean(values);
  double squares = 0;
  for (const double v : values) squares += (v - middle) * (v - middle);
  return middle > 0 ? std::sqrt(squares / static_cast<double>(values.size())) / middle : nothing;
}
inline double geometric_mean(const std::vector<double>& values) {
  std::vector<double> logarithms;
  for (const double v : values) logarithms.push_back(std::log(v));
  return std::exp(mean(logarithms));
}

}  // namespace doorway::bench
