#include "table.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>

#include "terminal_text.hpp"

namespace doorway::tool {

std::string table(const std::vector<std::vector<std::string>>& rows, std::size_t width) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], columns(row[i]));
  }
  std::string text;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const bool last = i + 1 == row.size();
      const auto used = columns(line) + 2;
      line += "  " + (last ? shortened(row[i], width > used + 20 ? width - used : 20) : row[i]);
      if (!last) line.append(widths[i] - columns(row[i]), ' ');
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
  return text;
}

std::string as_one_screen(std::string_view text) {
  winsize size{};
  const std::size_t most = ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 2 ? size.ws_row - 1U : 1000U;
  std::string screen = "\033[H";
  std::size_t rows = 0;
  while (!text.empty() && ++rows < most) {
    const auto end = std::min(text.find('\n'), text.size() - 1);
    screen += std::string(text.substr(0, end)) + "\033[K\n";
    text.remove_prefix(end + 1);
  }
  if (!text.empty())
    screen += "  ... and " + std::to_string(std::count(text.begin(), text.end(), '\n')) + " lines more\033[K\n";
  return screen + "\033[J";
}

std::size_t terminal_width(std::size_t otherwise) {
  winsize size{};
  return ::isatty(STDOUT_FILENO) == 1 && ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col
                                                                                                           : otherwise;
}

}  // namespace doorway::tool
