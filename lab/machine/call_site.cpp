#include "lab/machine/call_site.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <map>
#include <sstream>
#include <string_view>
#include <vector>

#include "lab/machine/source_text.hpp"
#include "labelled/files.hpp"

namespace doorway::lab {
namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

// "// 78", "// 25-27", "// 3, 8", "// c", also with words after a comma: the label, or nothing.
std::string own_label(std::string_view line) {
  const auto comment = line.rfind("// ");
  if (comment == std::string_view::npos || line.find_first_not_of(' ') == comment) return "";
  const std::string_view text = line.substr(comment + 3);
  if (text.size() == 1 && std::islower(static_cast<unsigned char>(text[0])) != 0) return std::string(text);
  std::size_t end = 0;
  for (std::size_t at = 0; at < text.size() && is_digit(text[at]);) {
    while (at < text.size() && is_digit(text[at])) ++at;
    end = at;
    if (at < text.size() && text[at] == '-') ++at;
    else if (text.substr(at, 2) == ", ") at += 2;
    else if (at < text.size()) return "";
  }
  std::string label(text.substr(0, end));
  std::erase(label, ' ');
  return label;
}

// The name of the function whose first line this is, or nothing.
std::string opened_function(std::string line) {
  while (true) {  // [[nodiscard]]
    const auto from = line.find("[[");
    const auto to = line.find("]] ");
    if (from == std::string::npos || to == std::string::npos || to < from) break;
    line.erase(from, to + 3 - from);
  }
  const auto first = line.find_first_not_of(' ');
  const auto body = std::min(line.find(") {"), line.find(") const {"));
  if (first == std::string::npos || body == std::string::npos || line.find('[') < body) return "";
  constexpr std::array<std::string_view, 6> others{"for ", "if ", "while ", "switch ", "else ", "}"};
  for (const auto word : others)
    if (line.compare(first, word.size(), word) == 0) return "";
  const auto end = line.find('(');
  const auto before = line.rfind(' ', end);
  return line.substr(before + 1, end - before - 1);
}

bool is_section(const std::string& function) {
  return function == "enter" || function == "exit" || function == "abort" || function == "recover";
}

struct line {
  std::string text, label;  // its own, else the nearest above it in the same function
  std::string function;     // that it is in
};
using source = std::vector<line>;

source read(const std::string& file) {
  std::istringstream in(text_of(file).text);
  source lines;
  std::string function, label;
  for (std::string text; std::getline(in, text);) {
    if (auto opened = opened_function(text); !opened.empty()) {
      function = std::move(opened);
      label.clear();
    }
    if (auto own = own_label(text); !own.empty()) label = std::move(own);
    lines.push_back({text, label, function});
  }
  return lines;
}

const source& source_of(const std::string& file) {
  static thread_local std::map<std::string, source> all;
  const auto [at, fresh] = all.try_emplace(file);
  if (fresh) at->second = read(file);
  return at->second;
}

bool calls(const std::string& text, const std::string& function) {
  const auto at = text.find(function + "(");
  if (at == std::string::npos || opened_function(text) == function) return false;
  const auto word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  return at == 0 || !word(text[at - 1]);
}

// The labels of the lines from which the sections reach this function.
void add_callers(const source& all, const std::string& function, bool leaving, std::set<std::string>& seen,
                 std::vector<std::string>& labels) {
  if (function.empty() || is_section(function) || !seen.insert(function).second) return;
  for (const auto& one : all) {
    if (!calls(one.text, function) || (is_section(one.function) && (one.function != "enter") != leaving)) continue;
    if (one.label.empty()) add_callers(all, one.function, leaving, seen, labels);
    else if (std::find(labels.begin(), labels.end(), one.label) == labels.end()) labels.push_back(one.label);
  }
}

}  // namespace

source_text text_of(const std::string& file) {
  // Where it is installed, the folder may be called otherwise.
  constexpr std::string_view include = "include/";
  for (const auto& one : labelled::files()) {
    const auto name = one.name.starts_with(include) ? one.name.substr(include.size()) : one.name;
    if (file == one.name || file.ends_with("/" + std::string(name)))
      return {std::string(one.name), std::string(one.text)};
  }
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return {file, text.str()};
}

source_text text_with(const std::string& words) {
  for (const auto& one : labelled::files())
    if (one.text.find(words) != std::string_view::npos) return {std::string(one.name), std::string(one.text)};
  return {};
}

std::string label_of(const source_line& where, bool leaving) {
  const auto& all = source_of(where.file);
  if (where.line == 0 || where.line > all.size()) return "";
  const auto& at = all[where.line - 1];
  if (!at.label.empty()) return at.label;
  std::set<std::string> seen;
  std::vector<std::string> labels;
  add_callers(all, at.function, leaving, seen, labels);
  if (labels.size() == 1) return labels.front();
  std::string text;
  for (const auto& one : labels) text += (text.empty() ? "" : "/") + one.substr(0, one.find(','));
  return text;
}

}  // namespace doorway::lab
