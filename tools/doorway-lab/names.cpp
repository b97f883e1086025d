#include "names.hpp"

#include <algorithm>
#include <utility>

namespace doorway::lab {

namespace {

// How many letters to insert, drop or change to get from a to b.
std::size_t distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t changed = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, changed});
    }
  }
  return row[b.size()];
}

}  // namespace

std::string list_of(const std::vector<std::string>& names) {
  std::string out;
  for (const auto& name : names) out.append(out.empty() ? "" : ", ").append(name);
  return out;
}

std::vector<std::string> near_names(const std::string& wanted, const std::vector<std::string>& known) {
  std::vector<std::pair<std::size_t, std::string>> ranked;
  for (const auto& name : known) {
    const auto d = distance(wanted, name);
    if (d <= 2 + wanted.size() / 4) ranked.emplace_back(d, name);
    else if (wanted.size() >= 3 && name.find(wanted) != std::string::npos)
      ranked.emplace_back(name.size(), name);  // part of a name: after those that are nearly it
  }
  std::sort(ranked.begin(), ranked.end());
  std::vector<std::string> out;
  for (std::size_t i = 0; i < std::min<std::size_t>(ranked.size(), 4); ++i) out.push_back(ranked[i].second);
  return out;
}

}  // namespace doorway::lab
