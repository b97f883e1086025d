#include "serve/programs.hpp"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <sstream>
#include <vector>

#include "lab/catalogue/setting_json.hpp"
#include "lab/limits.hpp"
#include "size_options.hpp"

namespace doorway::lab::serving {
namespace {

std::string class_name(std::string name) {
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

}  // namespace

bool programs::is_other(const std::string& name) const {
  const auto& all = of_.others();
  return std::find(all.begin(), all.end(), name) != all.end();
}

const entry* programs::about(const std::string& name) const {
  if (const auto* one = of_.find(name)) return &one->about;
  if (!is_other(name)) return nullptr;
  const topic* best = nullptr;
  for (const auto& one : of_.all())
    if (name.starts_with(one.code.name + '-') && (best == nullptr || best->code.name.size() < one.code.name.size()))
      best = &one;
  return best == nullptr ? nullptr : &best->about;
}

source_text programs::text(const std::string& name) const {
  if (is_other(name)) {
    for (const auto* kind : {"class ", "struct "})
      for (const auto* end : {" {", " :"})
        if (auto found = text_with(kind + class_name(name) + end); !found.name.empty()) return found;
  }
  const auto* one = about(name);
  return one == nullptr || !one->contains("file") ? source_text{} : text_of(one->at("file"));
}

// The comment before a wrong one's class; where there is none, the one that its file begins with.
std::string programs::what_is_wrong(const std::string& name) const {
  std::istringstream lines(text(name).text);
  std::vector<std::string> all;
  for (std::string line; std::getline(lines, line);) all.push_back(line);
  const auto is_comment = [](const std::string& line) { return line.starts_with("//"); };
  const auto words = [&](auto from) {
    std::string said;
    for (; from != all.end() && is_comment(*from) && from->size() > 3; ++from)
      said += (said.empty() ? "" : " ") + from->substr(3);
    return said;
  };
  auto at = std::find_if(all.begin(), all.end(), [&](const auto& line) {
    return line.starts_with("class " + class_name(name) + ' ') || line.starts_with("struct " + class_name(name) + ' ');
  });
  if (at == all.end()) return words(all.begin());
  while (at != all.begin() && (std::prev(at)->starts_with("template") || is_comment(*std::prev(at)))) --at;
  return is_comment(*at) ? words(at) : words(all.begin());
}

void programs::check_fits(const setting& of) const {
  const auto* one = about(of.algorithm);
  if (one == nullptr) return;
  size_options size;
  size.n = of.size.n;
  size.most = most_lab_processes;
  size.k = of.size.k;
  if (of.size.l != 0) size.l = of.size.l;
  if (of.size.sessions != 0) size.sessions = static_cast<std::int64_t>(of.size.sessions);
  size.check();
  size.check_fits(*one);
}

entry programs::list() const {
  auto all = entry::array();
  for (const auto& [code, one] : of_.all()) {
    entry row{{"name", code.name},
              {"title", optional_field<std::string>(one, "title", "")},
              {"problem", one.at("problem")},
              {"parameters", one.at("parameters")},
              {"most_n", std::min<std::int64_t>(most_lab_processes, most_n(one))}};
    if (one.contains("paper"))
      row["paper"] = one.at("paper").at("authors").at(0).get<std::string>() + ' ' + one.at("paper").at("year").dump();
    all.push_back(row);
  }
  for (const auto& name : of_.others()) {
    const auto* like = about(name);
    all.push_back({{"name", name},
                   {"title", what_is_wrong(name)},
                   {"problem", like == nullptr ? entry("mutual exclusion") : like->at("problem")},
                   {"parameters", like == nullptr ? entry{"n"} : like->at("parameters")},
                   {"most_n", like == nullptr ? 2 : std::min<std::int64_t>(most_lab_processes, most_n(*like))},
                   {"wrong", true}});
  }
  return all;
}

setting programs::setting_of(const entry& asked) const try {
  setting of = setting_from(asked);
  if (of.algorithm.empty()) throw refused("no algorithm is named");
  if (of.size.n > most_lab_processes)
    throw refused(
        fmt::format("n = {}: here there is room for {} processes; give a smaller n", of.size.n, most_lab_processes));
  check_fits(of);
  if (of.recover && of.crashes == 0) throw refused("recover: nobody crashes; give crashes too");
  if (of.buffer != 0) {
    if (of.registers == register_model::safe)
      throw refused("memory order tso: stores of machine words are buffered, and those are atomic, not safe");
    of.registers = register_model::atomic;
  }
  return of;
} catch (const CLI::ParseError& error) {
  throw refused(error.what());
} catch (const nlohmann::json::exception& error) {
  throw refused(fmt::format("not a setting: {}", error.what()));
} catch (const refused&) {
  throw;
} catch (const std::runtime_error& error) {
  throw refused(error.what());
}

std::unique_ptr<program> programs::made(const setting& of) const try {
  auto code = of_.make(of);
  if (!code) throw refused(fmt::format("there is no algorithm '{}'", of.algorithm));
  return code;
} catch (const std::invalid_argument& error) {
  throw refused(fmt::format("{}: {}", of.algorithm, error.what()));
}

}  // namespace doorway::lab::serving
