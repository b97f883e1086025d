#include "names.hpp"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <utility>

#include "doorway/algorithms/all.hpp"

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

std::string list_of(const std::vector<std::string>& names) {
  std::string out;
  for (const auto& name : names) out.append(out.empty() ? "" : ", ").append(name);
  return out;
}

}  // namespace

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

const entry& entry_named(const std::string& name) {
  if (const auto* found = find_entry(name)) return *found;
  if (with_algorithm(name, []<template <class> class>(std::string_view) {}))
    throw CLI::ValidationError(
        fmt::format("{0} has no catalogue/{0}.json; catalogue/README.md says how to begin", name));
  std::vector<std::string> known;
  for (const auto& one : catalogue()) known.push_back(one.at("name").get<std::string>());
  const auto near = near_names(name, known);
  throw CLI::ValidationError(fmt::format(
      "no algorithm is called '{}'. {}", name,
      near.empty() ? fmt::format("There are: {}", list_of(known)) : fmt::format("Did you mean: {}?", list_of(near))));
}

}  // namespace doorway::lab
