#include "table.hpp"

#include <algorithm>
#include <utility>

namespace doorway::lab {

std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

table::table(std::vector<column> columns) : columns_(std::move(columns)) {
  for (auto& one : columns_) one.width = std::max(one.width, width_of(one.title));
}

void table::fit(const std::vector<row>& rows) {
  for (const auto& cells : rows)
    for (std::size_t i = 0; i < columns_.size(); ++i)
      columns_[i].width = std::max(columns_[i].width, width_of(cells[i]));
}

std::string table::header() const {
  row titles;
  for (const auto& one : columns_) titles.push_back(one.title);
  return line(titles);
}

std::string table::line(const row& cells) const {
  std::string out;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const auto width = width_of(cells[i]);
    const std::string padding(columns_[i].width - std::min(columns_[i].width, width), ' ');
    out.append(i == 0 ? "" : "  ").append(columns_[i].right ? padding + cells[i] : cells[i] + padding);
  }
  out.erase(out.find_last_not_of(' ') + 1);
  return out + "\n";
}

std::string table::text(const std::vector<row>& rows) {
  fit(rows);
  std::string out = header();
  for (const auto& cells : rows) out += line(cells);
  return out;
}

std::string table::markdown(const std::vector<row>& rows) const {
  const auto joined = [](const row& cells) {
    std::string out = "|";
    for (const auto& cell : cells) out.append(" ").append(cell).append(" |");
    return out + "\n";
  };
  row titles;
  row rules;
  for (const auto& one : columns_) {
    titles.push_back(one.title);
    rules.emplace_back(one.right ? "---:" : "---");
  }
  std::string out = joined(titles) + joined(rules);
  for (const auto& cells : rows) out += joined(cells);
  return out;
}

std::string wrapped(const std::string& text, std::size_t indent, std::size_t width) {
  std::string out;
  std::size_t used = indent;
  for (std::size_t at = 0; at < text.size();) {
    const auto end = std::min(text.find(' ', at), text.size());
    const auto next = text.substr(at, end - at);
    if (used > indent && used + 1 + width_of(next) > width) {
      out.append("\n").append(indent, ' ');
      used = indent;
    } else if (used > indent) {
      out += ' ';
      ++used;
    }
    out += next;
    used += width_of(next);
    at = end + 1;
  }
  return out;
}

}  // namespace doorway::lab
