#include "serve/comparing.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <sstream>

#include "claims_report.hpp"
#include "lab/rmr/growth.hpp"
#include "paper_tables/files.hpp"

namespace doorway::lab::serving {
namespace {

constexpr std::size_t most_points = 64;

// "n = 2, 4, 8, 16; k = 2; ...": the numbers before the first semicolon.
std::vector<std::int64_t> sizes_in(const std::string& settings) {
  std::string numbers = settings.substr(0, settings.find(';'));
  std::replace_if(
      numbers.begin(), numbers.end(), [](char c) { return c < '0' || c > '9'; }, ' ');
  std::istringstream words(numbers);
  std::vector<std::int64_t> all;
  for (std::int64_t n = 0; words >> n;) all.push_back(n);
  return all;
}

entry fit_json(const std::vector<rmr::point>& points) {
  const auto found = rmr::fit(points);
  if (!found) return nullptr;
  return {{"shape", rmr::to_string(found->what)},
          {"offset", found->offset},
          {"slope", found->slope},
          {"formula", rmr::formula(*found)},
          {"r_squared", found->r_squared}};
}

entry measured_json(const std::string& name, const char* model, const entry& claim) {
  const auto& found = claim.at("measured");
  const auto settings = found.at("settings").get<std::string>();
  const auto sizes = sizes_in(settings);
  const auto& worst = found.at("worst");
  auto points = entry::array();
  std::vector<rmr::point> all;
  for (std::size_t i = 0; i < std::min(sizes.size(), worst.size()); ++i) {
    points.push_back({sizes[i], worst[i]});
    all.push_back({static_cast<double>(sizes[i]), worst[i].get<double>()});
  }
  const bool local = found.at("local_spin");
  return {{"algorithm", name},
          {"model", model},
          {"bound", claim.at("bound")},
          {"local_spin", local},
          {"settings", settings},
          {"points", points},
          {"fit", local ? fit_json(all) : entry(nullptr)},
          {"command", fmt::format("doorway-lab rmr {} --model {}", name, model)}};
}

}  // namespace

entry papers(const programs& all) {
  if (!all.of().catalogued()) return entry::object();
  std::vector<const entry*> entries;
  auto measured = entry::array();
  for (const auto& one : all.of().all()) {
    entries.push_back(&one.about);
    for (const auto* model : {"cc", "dsm"})
      if (const auto& claim = one.about.at("rmr").at(model); claim.contains("measured"))
        measured.push_back(measured_json(one.code.name, model, claim));
  }
  return {{"claims", claims_json(entries)}, {"rmr", measured}, {"tables", paper_tables::files().front().text}};
}

std::vector<std::string> rmr_words(const programs& all, const entry& asked) {
  const auto name = asked.at("algorithm").get<std::string>();
  if (all.of().find(name) == nullptr)
    throw refused(fmt::format("there is no algorithm '{}' whose RMRs can be counted", name));
  const auto model = asked.at("model").get<std::string>();
  if (model != "cc" && model != "cc-write-back" && model != "dsm")
    throw refused(fmt::format("model {}: there are cc, cc-write-back and dsm", model));
  std::string sizes;
  for (const auto& n : asked.at("sizes")) sizes += (sizes.empty() ? "" : ",") + std::to_string(n.get<std::uint32_t>());
  if (sizes.empty()) throw refused("sizes: give at least one n");
  return {"rmr", name, "--model", model, "-n", sizes, "--json"};
}

entry fitted(const entry& asked) {
  std::vector<rmr::point> points;
  for (const auto& one : asked.at("points")) points.push_back({one.at(0).get<double>(), one.at(1).get<double>()});
  if (points.size() > most_points) throw refused(fmt::format("at most {} points", most_points));
  return {{"fit", fit_json(points)}};
}

}  // namespace doorway::lab::serving
