// A table on a terminal, or in Markdown.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace doorway::lab {

struct column {
  std::string title;
  bool right = false;     // numbers
  std::size_t width = 0;  // at least this wide
};

class table {
 public:
  using row = std::vector<std::string>;

  explicit table(std::vector<column> columns);

  // Rows that are known before the first is printed make their columns wide enough.
  void fit(const std::vector<row>& rows);

  [[nodiscard]] std::string header() const;
  [[nodiscard]] std::string line(const row& cells) const;
  [[nodiscard]] std::string text(const std::vector<row>& rows);  // all of it, fitted
  [[nodiscard]] std::string markdown(const std::vector<row>& rows) const;

 private:
  std::vector<column> columns_;
};

// As many characters as a terminal shows of it (UTF-8).
[[nodiscard]] std::size_t width_of(const std::string& text);

// `text` in lines of at most `width` characters, each after the first indented.
[[nodiscard]] std::string wrapped(const std::string& text, std::size_t indent, std::size_t width = 100);

}  // namespace doorway::lab
