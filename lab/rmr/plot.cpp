#include "lab/rmr/plot.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace doorway::lab::rmr {

namespace {

constexpr double width = 760, height = 500;
constexpr double left = 78, right = 24, top = 94, bottom = 62;
// Told apart also by those who do not see all colours (after Okabe and Ito).
constexpr std::array<const char*, 4> colours{"#0072B2", "#D55E00", "#009E73", "#CC79A7"};

// 1, 2 or 5 times a power of ten, so that there are about five steps up to `most`.
double step_for(double most) {
  const double rough = most / 5;
  const double power = std::pow(10, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (rough <= factor * power) return factor * power;
  return 10 * power;
}

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
  return out;
}

class canvas {
 public:
  canvas(double most_n, double most_y) : most_n_(most_n), most_y_(most_y) {
    out_ = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
        "font-family=\"Helvetica, Arial, sans-serif\" font-size=\"13\" fill=\"#333\">\n"
        "<rect width=\"{0}\" height=\"{1}\" fill=\"white\"/>\n",
        width, height);
  }

  [[nodiscard]] double x(double n) const { return left + n / most_n_ * (width - left - right); }
  [[nodiscard]] double y(double rmrs) const { return height - bottom - rmrs / most_y_ * (height - top - bottom); }

  void text(double at_x, double at_y, const std::string& what, const char* anchor, const std::string& more = "") {
    out_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" {}>{}</text>\n", at_x, at_y, anchor, more,
                        escaped(what));
  }
  void rule(double x1, double y1, double x2, double y2, const std::string& style) {
    out_ += fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" {}/>\n", x1, y1, x2, y2, style);
  }
  void dot(double at_x, double at_y, std::size_t series) {
    out_ += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" fill=\"{}\"/>\n", at_x, at_y,
                        thickness(series) + 1.8, colour(series));
  }
  void curve(const std::vector<figures>& by_n, bool worst, std::size_t series) {
    std::string points;
    for (const auto& one : by_n)
      points += fmt::format("{:.1f},{:.1f} ", x(one.n), y(worst ? static_cast<double>(one.worst) : one.mean));
    out_ += fmt::format("<polyline points=\"{}\" fill=\"none\" {}/>\n", points, stroke(worst, series));
    if (!worst) return;
    for (const auto& one : by_n) dot(x(one.n), y(static_cast<double>(one.worst)), series);
  }
  static std::string stroke(bool worst, std::size_t series) {
    return worst ? fmt::format("stroke=\"{}\" stroke-width=\"{:.1f}\" stroke-linejoin=\"round\"", colour(series),
                               thickness(series))
                 : fmt::format("stroke=\"{}\" stroke-width=\"1.4\" stroke-dasharray=\"5 4\"", colour(series));
  }
  [[nodiscard]] std::string finished() const { return out_ + "</svg>\n"; }

 private:
  static const char* colour(std::size_t series) { return colours[series % colours.size()]; }
  // The first is drawn first and thickest: those that lie on the same points all remain visible.
  static double thickness(std::size_t series) { return 4 - static_cast<double>(std::min<std::size_t>(series, 3)); }

  double most_n_, most_y_;
  std::string out_;
};

void axes(canvas& on, const study& what, double most_y, const std::string& title) {
  on.text(left, 30, title, "start", "font-size=\"16\" font-weight=\"bold\" fill=\"#111\"");
  const double step = step_for(most_y);
  for (double y = 0; y <= most_y * 1.0001; y += step) {
    on.rule(left, on.y(y), width - right, on.y(y), y == 0 ? "stroke=\"#333\"" : "stroke=\"#e4e4e4\"");
    on.text(left - 9, on.y(y) + 4.5, fmt::format("{:g}", y), "end");
  }
  double last = -100;
  for (const auto& one : what.lines.front().by_n) {
    on.rule(on.x(one.n), on.y(0), on.x(one.n), on.y(0) + 5, "stroke=\"#333\"");
    if (on.x(one.n) - last < 22) continue;  // no room for another number
    last = on.x(one.n);
    on.text(last, on.y(0) + 20, std::to_string(one.n), "middle");
  }
  on.text((left + width - right) / 2, height - 16, "processes n", "middle");
  on.text(20, (top + height - bottom) / 2, "RMRs per passage", "middle",
          fmt::format("transform=\"rotate(-90 20 {:.1f})\"", (top + height - bottom) / 2));
}

// Above the picture, where no curve can be.
void legend(canvas& on, const study& what) {
  double x = left;
  for (std::size_t i = 0; i < what.lines.size(); ++i, x += 122) {
    on.rule(x, 49, x + 24, 49, canvas::stroke(true, i));
    on.dot(x + 12, 49, i);
    on.text(x + 31, 53.5, what.lines[i].schedule, "start");
  }
  on.text(width - right, 53.5, "line: worst, dashed: mean", "end", "fill=\"#777\"");
  if (!what.waits.local_spin()) on.text(left, 75, "not local-spin: the worst has no bound", "start", "fill=\"#a00\"");
}

}  // namespace

std::string plot(const study& what, const std::string& title) {
  double most_n = 1;
  double most_y = 1;
  for (const auto& one : what.lines)
    for (const auto& at : one.by_n) {
      most_n = std::max(most_n, static_cast<double>(at.n));
      most_y = std::max({most_y, static_cast<double>(at.worst), at.mean});
    }
  const double step = step_for(most_y);
  most_y = std::ceil(most_y / step) * step;
  canvas on(most_n * 1.02, most_y);
  axes(on, what, most_y, title);
  for (std::size_t i = 0; i < what.lines.size(); ++i) {
    on.curve(what.lines[i].by_n, false, i);
    on.curve(what.lines[i].by_n, true, i);
  }
  legend(on, what);
  return on.finished();
}

}  // namespace doorway::lab::rmr
