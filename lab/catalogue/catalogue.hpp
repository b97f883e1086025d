// The catalogue: what is known of each algorithm, from the files that are compiled in.
#pragma once

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "catalogue/files.hpp"

namespace doorway::lab {

// Fields keep the order in which the file has them.
using entry = nlohmann::ordered_json;

// A search answers for several properties. The file may say so once: a run with its setting and, under "found", what was
// found of each property. Here every property has an entry of its own, with the setting in it.
[[nodiscard]] inline entry one_by_one(const entry& checked) {
  auto out = entry::array();
  for (const auto& run : checked) {
    if (!run.contains("found")) {
      out.push_back(run);
      continue;
    }
    for (const auto& [property, found] : run.at("found").items()) {
      entry one{{"property", property}};
      one.update(run);
      one.erase("found");
      one.update(found);
      out.push_back(one);
    }
  }
  return out;
}

[[nodiscard]] inline const std::vector<entry>& catalogue() {
  static const auto all = [] {
    std::vector<entry> read;
    for (const auto& file : doorway::catalogue::files()) {
      read.push_back(entry::parse(file.text));
      for (const auto* list : {"checked", "plain", "wrong"})
        if (read.back().contains(list)) read.back()[list] = one_by_one(read.back().at(list));
    }
    // By problem, the simplest first, and by name.
    const auto rank = [](const entry& one) {
      return one.at("problem") == "mutual exclusion" ? 0 : one.at("problem") == "k-exclusion" ? 1 : 2;
    };
    std::stable_sort(read.begin(), read.end(), [&](const entry& a, const entry& b) { return rank(a) < rank(b); });
    return read;
  }();
  return all;
}

// Null if there is none of that name.
[[nodiscard]] inline const entry* find_entry(std::string_view name) {
  for (const auto& one : catalogue())
    if (one.at("name") == name) return &one;
  return nullptr;
}

// Does its paper claim this property of it? (A claim that the paper denies is there too, as "denied".)
[[nodiscard]] inline bool claims(const entry& one, const char* property) {
  const auto& claimed = one.at("claimed");
  const auto found = claimed.find(property);
  return found != claimed.end() && found->at("claim") != "denied";
}

// With one inside at a time, are all of them served in the order in which their doorways ended? k-FCFS and FIFE imply it
// for k = 1.
[[nodiscard]] inline bool claims_order(const entry& one) {
  return claims(one, "fcfs") || claims(one, "k_fcfs") || claims(one, "fife");
}

// Is it promised that as many as may be inside together get in although nobody leaves? k-exclusion: any k processes, for
// which it must bear the k-1 that do not move on. Mutual exclusion: one. Groups: all, with one session.
[[nodiscard]] inline bool promises_full_house(const entry& one) {
  if (one.at("problem") == "mutual exclusion") return true;
  if (one.at("problem") == "group exclusion") return claims(one, "concurrent_entry");
  for (const auto& claim : one.at("claimed"))
    if (claim.contains("crashes") && claim.at("crashes") == "k-1") return true;
  return false;
}

// The arrays that are at their initial values whenever nobody is in the trying protocol, the critical section or the exit.
[[nodiscard]] inline std::vector<std::string> quiescent_arrays(const entry& one) {
  return one.at("registers").at("quiescent").get<std::vector<std::string>>();
}

}  // namespace doorway::lab
