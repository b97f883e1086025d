#include "terminal_text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>

namespace doorway::tool {

namespace {

struct letter {
  std::uint32_t code;
  std::size_t bytes;  // 0: not UTF-8
};

letter first_letter(std::string_view text) {
  const auto at = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const std::uint32_t lead = at(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t bytes = lead >= 0xf0 && lead < 0xf5 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 0;
  if (bytes == 0 || lead >= 0xf5 || text.size() < bytes) return {0, 0};
  std::uint32_t code = lead & (0x7fU >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((at(i) & 0xc0U) != 0x80) return {0, 0};
    code = code << 6 | (at(i) & 0x3fU);
  }
  const bool too_long = (bytes == 3 && code < 0x800) || (bytes == 4 && code < 0x10000);
  const bool no_letter = code > 0x10ffff || (code >= 0xd800 && code < 0xe000);
  return too_long || no_letter ? letter{0, 0} : letter{code, bytes};
}

bool steers(std::uint32_t code) {
  return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x061c || code == 0x200e || code == 0x200f ||
         (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069) || code == 0xfeff;
}

}  // namespace

std::string printable(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    const auto [code, bytes] = first_letter(text);
    const std::size_t taken = std::max<std::size_t>(bytes, 1);
    if (code == '\n' && bytes == 1) shown += "\\n";
    else if (code == '\t' && bytes == 1) shown += "\\t";
    else if (bytes != 0 && !steers(code)) shown += text.substr(0, taken);
    else
      for (const char c : text.substr(0, taken)) shown += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    text.remove_prefix(taken);
  }
  return shown;
}

std::string command_line(const std::vector<std::string>& arguments) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("_-+=./:,@%").find(c) != std::string_view::npos;
  };
  std::string line;
  for (const auto& argument : arguments) {
    if (!line.empty()) line += ' ';
    if (!argument.empty() && std::all_of(argument.begin(), argument.end(), plain)) {
      line += argument;
      continue;
    }
    line += '\'';
    for (const char c : argument) {
      if (c == '\'') line += "'\\''";
      else line += c;
    }
    line += '\'';
  }
  return line;
}

std::string_view cut(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text;
  std::size_t end = most;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0U) == 0x80) --end;
  return text.substr(0, end);
}

std::size_t columns(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80; }));
}

std::string shortened(const std::string& text, std::size_t most) {
  if (columns(text) <= most) return text;
  std::string kept = text;
  while (columns(kept) + 3 > most && !kept.empty()) kept = cut(kept, kept.size() - 1);
  return kept + "...";
}

}  // namespace doorway::tool
