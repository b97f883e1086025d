// Rows of cells as columns of text, each as wide as its widest cell; the last one is cut to the terminal's width.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace doorway::tool {

[[nodiscard]] std::string table(const std::vector<std::vector<std::string>>& rows, std::size_t width);

// A text in the place of what a terminal shows: from its first row, without a flicker, and no more rows than it has.
[[nodiscard]] std::string as_one_screen(std::string_view text);

// Of the terminal that stdout is; without one, `otherwise`.
[[nodiscard]] std::size_t terminal_width(std::size_t otherwise);

}  // namespace doorway::tool
