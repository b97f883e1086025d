#include "lab/rmr/plot.hpp"

#include "support/chart.hpp"

namespace doorway::lab::rmr {

std::string plot(const study& what, const std::string& title) {
  support::chart made{.title = title,
                      .x_name = "processes n",
                      .y_name = "RMRs per passage",
                      .curves = {},
                      .x_ticks = {},
                      .aside = "line: worst, dashed: mean",
                      .warning = what.waits.local_spin() ? "" : "not local-spin: the worst has no bound"};
  for (const auto& at : what.lines.front().by_n) made.x_ticks.push_back(at.n);
  for (std::size_t i = 0; i < what.lines.size(); ++i) {
    support::curve mean{.name = "", .points = {}, .colour = i, .dashed = true};
    support::curve worst{.name = what.lines[i].schedule, .points = {}, .colour = i};
    for (const auto& at : what.lines[i].by_n) {
      mean.points.emplace_back(at.n, at.mean);
      worst.points.emplace_back(at.n, static_cast<double>(at.worst));
    }
    made.curves.push_back(std::move(mean));
    made.curves.push_back(std::move(worst));
  }
  return svg(made);
}

}  // namespace doorway::lab::rmr
