#include "lab/catalogue/catalogue.hpp"

#include <algorithm>

namespace doorway::lab {
namespace {

// A search answers for several properties, and the file says so once: a run with its setting and, under "found", what was found of
// each property. Here every property has an entry of its own, with the setting in it.
entry one_by_one(const entry& checked) {
  auto out = entry::array();
  for (const auto& run : checked)
    for (const auto& [property, found] : run.at("found").items()) {
      entry one{{"property", property}};
      one.update(run);
      one.erase("found");
      one.update(found);
      out.push_back(one);
    }
  return out;
}

std::vector<entry> read_all() {
  std::vector<entry> read;
  for (const auto& file : doorway::catalogue::files()) {
    read.push_back(entry::parse(file.text));  // cmake/check_catalogue.cmake has looked at it
    for (const auto* list : {"checked", "plain", "wrong"})
      if (read.back().contains(list)) read.back()[list] = one_by_one(read.back().at(list));
  }
  // By problem, the simplest first, and by name.
  const auto rank = [](const entry& one) {
    return one.at("problem") == "mutual exclusion" ? 0 : one.at("problem") == "k-exclusion" ? 1 : 2;
  };
  std::stable_sort(read.begin(), read.end(), [&](const entry& a, const entry& b) { return rank(a) < rank(b); });
  return read;
}

}  // namespace

const std::vector<entry>& catalogue() {
  static const auto all = read_all();
  return all;
}

const entry* find_entry(std::string_view name) {
  for (const auto& one : catalogue())
    if (one.at("name") == name) return &one;
  return nullptr;
}

}  // namespace doorway::lab
