// The tables of docs/fences.md, to be compared with what the lab finds.
#pragma once

#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace doorway::lab {

using table_row = std::vector<std::string>;  // its cells, without the spaces around them

inline table_row cells_of(const std::string& line) {
  table_row cells;
  std::istringstream text(line.substr(1));
  for (std::string cell; std::getline(text, cell, '|');) {
    const auto first = cell.find_first_not_of(' ');
    cells.push_back(first == std::string::npos ? "" : cell.substr(first, cell.find_last_not_of(' ') + 1 - first));
  }
  return cells;
}

// The rows of that algorithm, or of all, in the table that begins so.
inline std::vector<table_row> documented(std::string_view heading, std::string_view algorithm = "") {
  std::ifstream file(DOORWAY_SOURCE_DIR "/docs/fences.md");
  std::vector<table_row> rows;
  bool inside = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with(heading)) inside = true;
    else if (!line.starts_with("|")) inside = false;
    else if (inside && !line.starts_with("| ---") && (algorithm.empty() || cells_of(line).at(0) == algorithm))
      rows.push_back(cells_of(line));
  }
  return rows;
}

}  // namespace doorway::lab
