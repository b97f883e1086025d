#include "topics.hpp"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <stdexcept>
#include <utility>

#include "lab/properties/property.hpp"
#include "names.hpp"

namespace doorway::lab {

namespace {

std::string name_of_problem(problem what) {
  switch (what) {
    case problem::mutual_exclusion: return "mutual exclusion";
    case problem::k_exclusion: return "k-exclusion";
    case problem::group_exclusion: return "group exclusion";
  }
  return "";
}

entry claimed_by(const known_algorithm& one) {
  entry claimed = entry::object();
  for (const auto& name : between_commas(one.claims)) {
    const auto what = find_claim(name);
    if (!what)
      throw std::runtime_error(
          fmt::format("{}: its class claims '{}'; the properties are: {}", one.name, name, claim_names()));
    for (const auto& paper : about(*what).claimed)
      if (*paper.key != '\0') claimed[paper.key] = {{"claim", "holds"}, {"place", "its class"}};
  }
  return claimed;
}

// What an entry would say, as far as the class does.
entry said_by(const known_algorithm& one) {
  entry parameters{"n"};
  if (one.solves == problem::k_exclusion) parameters.push_back("k");
  if (one.solves == problem::group_exclusion) parameters.push_back("s");
  return {{"name", one.name},           {"problem", name_of_problem(one.solves)},
          {"parameters", parameters},   {"most_n", one.most},
          {"claimed", claimed_by(one)}, {"registers", {{"quiescent", entry::array()}}}};
}

}  // namespace

topics::topics(const suite& own, std::string called) : called_(std::move(called)) {
  for (const auto& one : own) {
    if (find(one.name) != nullptr) throw std::runtime_error(fmt::format("two algorithms are called {}", one.name));
    all_.push_back({one, said_by(one)});
  }
}

topics::topics(const suite& all, const std::vector<entry>& catalogue, std::string called)
    : catalogued_(true), called_(std::move(called)) {
  for (const auto& about : catalogue) {
    const auto name = about.at("name").get<std::string>();
    const auto code = std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.name == name; });
    if (code == all.end())
      throw std::runtime_error(fmt::format("{} is in the catalogue, but not in algorithms/all.hpp", name));
    all_.push_back({*code, about});
  }
  for (const auto& one : all)
    if (find(one.name) == nullptr) without_entry_.push_back(one.name);
}

const topic* topics::find(const std::string& name) const {
  const auto at = std::find_if(all_.begin(), all_.end(), [&](const topic& one) { return one.code.name == name; });
  return at == all_.end() ? nullptr : &*at;
}

const topic& topics::named(const std::string& name) const {
  if (const auto* found = find(name)) return *found;
  if (std::find(without_entry_.begin(), without_entry_.end(), name) != without_entry_.end())
    throw CLI::ValidationError(
        fmt::format("{0} has no catalogue/{0}.json; catalogue/README.md says how to begin", name));
  std::vector<std::string> known;
  for (const auto& one : all_) known.push_back(one.code.name);
  const auto near = near_names(name, known);
  throw CLI::ValidationError(fmt::format(
      "no algorithm is called '{}'. {}", name,
      near.empty() ? fmt::format("There are: {}", list_of(known)) : fmt::format("Did you mean: {}?", list_of(near))));
}

void topics::also(std::vector<std::string> names, maker make) {
  others_ = std::move(names);
  make_other_ = std::move(make);
}

std::unique_ptr<program> topics::make(const setting& of) const {
  if (const auto* one = find(of.algorithm)) return one->code.make(of);
  return make_other_ ? make_other_(of) : nullptr;
}

std::string topics::command(const std::string& name) const {
  return fmt::format("{} {}{}", called_, name, file_.empty() ? "" : " " + file_);
}

}  // namespace doorway::lab
