#include "timeline.hpp"

#include <fmt/core.h>
#include <langinfo.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <clocale>
#include <cstdlib>
#include <string_view>

#include "table.hpp"

namespace doorway::tool {

namespace {

constexpr double ns_per_second = 1e9;

struct letters {
  std::string_view waits, runs, orphan, killed, mark;
};
constexpr letters plain_letters = {".", "=", "~", "X", "|"};
constexpr letters fancy_letters = {"·", "━", "╌", "✗", "│"};

class canvas {
 public:
  canvas(const std::vector<timeline_row>& rows, const timeline_style& style)
      : style_(style), use_(style.utf8 ? fancy_letters : plain_letters) {
    for (const auto& row : rows) end_ = std::max({end_, row.left, row.killed});
    constexpr std::size_t beside = 49;  // the columns before and after the picture
    cells_ = std::clamp<std::size_t>(style.width > beside ? style.width - beside : 0, 20, 120);
  }

  [[nodiscard]] std::string head() const {
    // A mark each half second if there is room, else each second.
    std::string marks(cells_ + 6, ' ');
    const double step = static_cast<double>(cells_) * ns_per_second / 2 / static_cast<double>(end_) >= 8 ? 0.5 : 1.0;
    for (double at = 0; at * ns_per_second <= static_cast<double>(end_); at += step) {
      const auto cell = position(static_cast<std::int64_t>(at * ns_per_second));
      const auto text = fmt::format("|{:.1f}", at);
      if (cell + text.size() <= marks.size()) marks.replace(cell, text.size(), text);
    }
    marks.resize(cells_);
    std::string shown;
    for (const char c : marks) shown += c == '|' ? std::string(use_.mark) : std::string(1, c);
    return fmt::format("  {:<6}  {}  {:>7} {:>8} {:>4} {:>8}\n", "", shown, "arrived", "waited", "slot", "ran");
  }

  [[nodiscard]] std::string row(const timeline_row& job) const {
    const auto waits = position(job.arrived);
    const auto enters = position(job.entered);
    const bool killed = job.killed != 0;
    const auto leaves = std::max(position(killed ? job.killed : job.left), enters + 1);
    std::string picture;
    for (std::size_t cell = 0; cell < cells_; ++cell) {
      if (cell < waits || cell > leaves || (cell == leaves && !killed)) picture += ' ';
      else if (cell < enters) picture += paint("2", use_.waits);
      else if (killed && (cell == leaves || cell == position(job.wrapper_killed)))
        picture += paint("1;31", use_.killed);
      else if (cell == enters) picture += paint(colour_of(job.slot) + ";1", std::to_string(job.slot));
      else
        picture += paint(colour_of(job.slot), killed && cell > position(job.wrapper_killed) ? use_.orphan : use_.runs);
    }
    const auto seconds = [](std::int64_t ns) {
      return fmt::format("{:.2f} s", static_cast<double>(ns) / ns_per_second);
    };
    return fmt::format("  {:<6}  {}  {:>7} {:>8} {:>4} {:>8}{}\n", job.label, picture, seconds(job.arrived),
                       seconds(job.entered - job.arrived), job.slot,
                       seconds((killed ? job.killed : job.left) - job.entered), killed ? " killed" : "");
  }

 private:
  [[nodiscard]] std::size_t position(std::int64_t at) const {
    const double share = static_cast<double>(at) / static_cast<double>(std::max<std::int64_t>(end_, 1));
    return std::min(static_cast<std::size_t>(share * static_cast<double>(cells_)), cells_ - 1);
  }
  [[nodiscard]] std::string paint(const std::string& colour, std::string_view what) const {
    return style_.colour ? fmt::format("\033[{}m{}\033[0m", colour, what) : std::string(what);
  }
  static std::string colour_of(int slot) {
    constexpr std::array<const char*, 6> colours = {"32", "33", "36", "35", "34", "37"};
    return colours[static_cast<std::size_t>(std::max(slot, 0)) % colours.size()];
  }

  timeline_style style_;
  letters use_;
  std::int64_t end_ = 0;
  std::size_t cells_ = 0;
};

}  // namespace

timeline_style timeline_style::of_stdout() {
  std::setlocale(LC_CTYPE, "");  // NOLINT(concurrency-mt-unsafe): one thread
  const auto set = [](const char* name) {
    const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe)
    return value == nullptr ? std::string_view() : std::string_view(value);
  };
  return {.width = terminal_width(100),
          .utf8 = std::string_view(::nl_langinfo(CODESET)) == "UTF-8",
          .colour = ::isatty(STDOUT_FILENO) == 1 && set("NO_COLOR").empty() && set("TERM") != "dumb"};
}

std::string draw(const std::vector<timeline_row>& rows, const timeline_style& style) {
  const canvas on(rows, style);
  std::string text = on.head();
  for (const auto& row : rows) text += on.row(row);
  const letters use = style.utf8 ? fancy_letters : plain_letters;
  return text + fmt::format("  {:<6}  {} waits   0{}{} runs in slot 0   {} killed   {}{} its command runs on\n", "",
                            use.waits, use.runs, use.runs, use.killed, use.orphan, use.orphan);
}

}  // namespace doorway::tool
