#include "lab/machine/call_site.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <map>
#include <string_view>
#include <vector>

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

// The first line of a function, or all of it, where the search for a label above ends.
bool opens_function(std::string line) {
  while (true) {  // [[nodiscard]]
    const auto from = line.find("[[");
    const auto to = line.find("]] ");
    if (from == std::string::npos || to == std::string::npos || to < from) break;
    line.erase(from, to + 3 - from);
  }
  const auto first = line.find_first_not_of(' ');
  const auto body = std::min(line.find(") {"), line.find(") const {"));
  if (first == std::string::npos || body == std::string::npos || line.find('[') < body) return false;
  constexpr std::array<std::string_view, 6> others{"for ", "if ", "while ", "switch ", "else ", "}"};
  return std::none_of(others.begin(), others.end(),
                      [&](std::string_view word) { return line.compare(first, word.size(), word) == 0; });
}

const std::vector<std::string>& text_of(const std::string& file) {
  static thread_local std::map<std::string, std::vector<std::string>> read;
  const auto [at, fresh] = read.try_emplace(file);
  if (fresh) {
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) at->second.push_back(line);
  }
  return at->second;
}

}  // namespace

std::string label_of(const source_line& where) {
  const auto& text = text_of(where.file);
  if (where.line == 0 || where.line > text.size()) return "";
  for (std::size_t at = where.line; at-- > 0;) {
    if (auto label = own_label(text[at]); !label.empty()) return label;
    if (opens_function(text[at])) break;
  }
  return "";
}

}  // namespace doorway::lab
