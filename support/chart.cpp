#include "support/chart.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace doorway::support {

namespace {

constexpr double width = 760;
constexpr double left = 78, right = 24, bottom = 62;
// Told apart also by those who do not see all colours (after Okabe and Ito).
constexpr std::array<const char*, 8> colours{"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                             "#E69F00", "#56B4E9", "#000000", "#999933"};

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

// From a number to a place between 0 and 1.
struct axis {
  double least = 0, most = 1;
  bool logarithmic = false;
  [[nodiscard]] double at(double value) const {
    if (logarithmic) return std::log(value / least) / std::log(most / least);
    return (value - least) / (most - least);
  }
};

// The legend stands above the picture, where no curve can be, in as many rows as it needs.
struct legend_layout {
  explicit legend_layout(const std::vector<curve>& curves) {
    std::size_t longest = 0;
    for (const auto& one : curves)
      if (!one.dashed) {
        ++entries;
        longest = std::max(longest, one.name.size());
      }
    step = std::max(122.0, 50 + 7.6 * static_cast<double>(longest));
    columns = std::max<std::size_t>(1, static_cast<std::size_t>((width - left - right) / step));
  }
  [[nodiscard]] double height() const {
    return 18.0 * static_cast<double>((std::max<std::size_t>(entries, 1) - 1) / columns);
  }

  std::size_t entries = 0, columns = 1;
  double step = 0;
};

class canvas {
 public:
  canvas(axis x, axis y, double more_height) : top_(94 + more_height), height_(500 + more_height), x_(x), y_(y) {
    out_ = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
        "font-family=\"Helvetica, Arial, sans-serif\" font-size=\"13\" fill=\"#333\">\n"
        "<rect width=\"{0}\" height=\"{1}\" fill=\"white\"/>\n",
        width, height_);
  }

  [[nodiscard]] double top() const { return top_; }
  [[nodiscard]] double height() const { return height_; }
  [[nodiscard]] double x(double value) const { return left + x_.at(value) * (width - left - right); }
  [[nodiscard]] double y(double value) const { return height_ - bottom - y_.at(value) * (height_ - top_ - bottom); }

  void text(double at_x, double at_y, const std::string& what, const char* anchor, const std::string& more = "") {
    out_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" {}>{}</text>\n", at_x, at_y, anchor, more,
                        escaped(what));
  }
  void rule(double x1, double y1, double x2, double y2, const std::string& style) {
    out_ += fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" {}/>\n", x1, y1, x2, y2, style);
  }
  void dot(double at_x, double at_y, std::size_t colour) {
    out_ += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" fill=\"{}\"/>\n", at_x, at_y,
                        thickness(colour) + 1.8, named(colour));
  }
  void draw(const curve& one) {
    std::string points;
    for (const auto& [at_x, at_y] : one.points) points += fmt::format("{:.1f},{:.1f} ", x(at_x), y(at_y));
    out_ += fmt::format("<polyline points=\"{}\" fill=\"none\" {}/>\n", points, stroke(one));
    if (one.dashed) return;
    for (const auto& [at_x, at_y] : one.points) dot(x(at_x), y(at_y), one.colour);
  }
  static std::string stroke(const curve& one) {
    return one.dashed ? fmt::format("stroke=\"{}\" stroke-width=\"1.4\" stroke-dasharray=\"5 4\"", named(one.colour))
                      : fmt::format("stroke=\"{}\" stroke-width=\"{:.1f}\" stroke-linejoin=\"round\"",
                                    named(one.colour), thickness(one.colour));
  }
  [[nodiscard]] std::string finished() const { return out_ + "</svg>\n"; }

 private:
  static const char* named(std::size_t colour) { return colours[colour % colours.size()]; }
  // The first is drawn first and thickest: those that lie on the same points all remain visible.
  static double thickness(std::size_t colour) { return 4 - static_cast<double>(std::min<std::size_t>(colour, 3)); }

  double top_, height_;
  axis x_, y_;
  std::string out_;
};

// From the least number that occurs to the largest, but at least 1; not yet with round ends.
template <class Pick>
axis around(const chart& what, Pick pick) {
  axis made{.least = 1e300, .logarithmic = what.logarithmic};
  for (const auto& one : what.curves)
    for (const auto& point : one.points) {
      made.least = std::min(made.least, pick(point));
      made.most = std::max(made.most, pick(point));
    }
  return made;
}

axis x_axis(const chart& what) {
  axis made = around(what, [](const auto& point) { return point.first; });
  if (what.logarithmic) {
    made.least = std::min(made.least, made.most / 2);
  } else {
    made.least = 0;
    made.most *= 1.02;
  }
  return made;
}

axis y_axis(const chart& what) {
  axis made = around(what, [](const auto& point) { return point.second; });
  if (what.logarithmic) {
    made.most = std::pow(10, std::ceil(std::log10(made.most)));
    made.least = std::min(std::pow(10, std::floor(std::log10(made.least))), made.most / 10);
  } else {
    made.least = 0;
    const double step = step_for(made.most);
    made.most = std::ceil(made.most / step) * step;
  }
  return made;
}

void draw_axes(canvas& on, const chart& what, const axis& along_y) {
  on.text(left, 30, what.title, "start", "font-size=\"16\" font-weight=\"bold\" fill=\"#111\"");
  const double step = step_for(along_y.most);
  for (double y = along_y.least; y <= along_y.most * 1.0001; y = along_y.logarithmic ? y * 10 : y + step) {
    on.rule(left, on.y(y), width - right, on.y(y), y == along_y.least ? "stroke=\"#333\"" : "stroke=\"#e4e4e4\"");
    on.text(left - 9, on.y(y) + 4.5, fmt::format("{:g}", y), "end");
  }
  const double base = on.y(along_y.least);
  double last = -100;
  for (const double x : what.x_ticks) {
    on.rule(on.x(x), base, on.x(x), base + 5, "stroke=\"#333\"");
    if (on.x(x) - last < 22) continue;  // no room for another number
    last = on.x(x);
    on.text(last, base + 20, fmt::format("{:g}", x), "middle");
  }
  on.text((left + width - right) / 2, on.height() - 16, what.x_name, "middle");
  const double middle = (on.top() + on.height() - bottom) / 2;
  on.text(20, middle, what.y_name, "middle", fmt::format("transform=\"rotate(-90 20 {:.1f})\"", middle));
}

void draw_legend(canvas& on, const chart& what, const legend_layout& layout) {
  std::size_t i = 0;
  for (const auto& one : what.curves) {
    if (one.dashed) continue;
    const double x = left + layout.step * static_cast<double>(i % layout.columns);
    const double y = 49 + 18 * static_cast<double>(i / layout.columns);
    on.rule(x, y, x + 24, y, canvas::stroke(one));
    on.dot(x + 12, y, one.colour);
    on.text(x + 31, y + 4.5, one.name, "start");
    ++i;
  }
  if (!what.aside.empty()) on.text(width - right, 53.5, what.aside, "end", "fill=\"#777\"");
  if (!what.warning.empty()) on.text(left, on.top() - 19, what.warning, "start", "fill=\"#a00\"");
}

}  // namespace

std::string svg(const chart& what) {
  const legend_layout layout(what.curves);
  const axis along_y = y_axis(what);
  canvas on(x_axis(what), along_y, layout.height());
  draw_axes(on, what, along_y);
  for (const auto& one : what.curves) on.draw(one);
  draw_legend(on, what, layout);
  return on.finished();
}

}  // namespace doorway::support
