// Rows of cells as columns of text, each as wide as its widest cell; the last one is cut to the terminal's width.
#pragma once

#include <string>
#include <vector>

namespace doorway::tool {

[[nodiscard]] std::string table(const std::vector<std::vector<std::string>>& rows, std::size_t width);

// Of the terminal that stdout is; without one, `otherwise`.
[[nodiscard]] std::size_t terminal_width(std::size_t otherwise);

}  // namespace doorway::tool
