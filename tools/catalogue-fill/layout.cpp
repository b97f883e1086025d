#include "layout.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <tuple>

namespace doorway::catalogue_fill {
namespace {

// On one line, with a space after every colon and comma.
std::string inline_text(const entry& value) {
  if (!value.is_structured()) return value.dump();
  std::string text;
  for (const auto& [key, one] : value.items()) {
    if (!text.empty()) text += ", ";
    if (value.is_object()) text += entry(key).dump() + ": ";
    text += inline_text(one);
  }
  return value.is_object() ? "{" + text + "}" : "[" + text + "]";
}

// Each member on a line of its own.
std::string lines(const entry& value) {
  std::string text;
  for (const auto& [key, one] : value.items()) {
    text += text.empty() ? "\n    " : ",\n    ";
    if (value.is_object()) text += entry(key).dump() + ": ";
    text += inline_text(one);
  }
  return value.is_object() ? "{" + text + "\n  }" : "[" + text + "\n  ]";
}

// A line for the setting, and one for each property.
std::string run_text(const entry& run) {
  entry head = run;
  head.erase("found");
  std::string text = inline_text(head);
  text.back() = ',';
  text += " \"found\": {\n";
  std::string found;
  for (const auto& [property, one] : run.at("found").items())
    found += (found.empty() ? "" : ",\n") + std::string("      ") + entry(property).dump() + ": " + inline_text(one);
  return "    " + text + found + "}}";
}

std::int64_t number(const entry& run, const char* field) {
  if (!run.contains(field)) return 0;
  constexpr std::int64_t without_end = 99;
  return run.at(field).is_string() ? without_end : run.at(field).get<std::int64_t>();
}

auto rank(const entry& run) {
  return std::tuple(run.contains("level"), run.contains("abort"), run.contains("recover"), number(run, "n"),
                    number(run, "k"), number(run, "l"), number(run, "sessions"), run.at("registers").get<std::string>(),
                    number(run, "passages"), number(run, "crashes"), number(run, "preemptions"));
}

std::string runs_text(const entry& list) {
  std::vector<entry> runs(list.begin(), list.end());
  std::stable_sort(runs.begin(), runs.end(), [](const auto& a, const auto& b) { return rank(a) < rank(b); });
  std::string text;
  for (const auto& run : runs) text += (text.empty() ? "\n" : ",\n") + run_text(run);
  return "[" + text + "\n  ]";
}

constexpr std::array<std::string_view, 5> in_lines{"paper", "claimed", "rmr", "stated", "notes"};

}  // namespace

entry setting_of(const entry& run) {
  entry setting = entry::object();
  for (const auto* field : setting_fields)
    if (run.contains(field)) setting[field] = run.at(field);
  return setting;
}

std::string laid_out(const entry& algorithm) {
  std::string text;
  for (const auto& [key, value] : algorithm.items()) {
    const bool runs = std::find(std::begin(lists), std::end(lists), key) != std::end(lists);
    if (runs && value.empty() && key != "checked") continue;
    text += (text.empty() ? "{\n  " : ",\n  ") + entry(key).dump() + ": ";
    if (value.empty()) text += value.dump();
    else if (runs) text += runs_text(value);
    else if (std::find(in_lines.begin(), in_lines.end(), key) != in_lines.end()) text += lines(value);
    else text += inline_text(value);
  }
  return text + "\n}\n";
}

}  // namespace doorway::catalogue_fill
