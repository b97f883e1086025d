#include "look_up.hpp"
#include "report.hpp"
#include "support/chart.hpp"

namespace doorway::bench {

namespace {

using support::chart;
using support::curve;

// One curve for each of these locks: a metric over the cells that `wanted` picks, at the x that it gives (0: not this cell).
template <class X>
void add_curves(chart& to, const results& from, std::initializer_list<const char*> locks, const std::string& metric,
                X x_of) {
  for (const auto* lock : locks) {
    curve made{.name = lock, .points = {}, .colour = to.curves.size()};
    for (const auto& one : from.tables)
      if (const double x = x_of(one.at); x > 0)
        if (const double y = middle(one.find(lock), metric); y > 0) made.points.emplace_back(x, y);
    if (made.points.size() > 1) to.curves.push_back(std::move(made));
  }
  for (const auto& one : to.curves)
    for (const auto& [x, y] : one.points)
      if (std::find(to.x_ticks.begin(), to.x_ticks.end(), x) == to.x_ticks.end()) to.x_ticks.push_back(x);
  std::sort(to.x_ticks.begin(), to.x_ticks.end());
}

chart empty(const std::string& title, const std::string& x, const std::string& y) {
  return {.title = title,
          .x_name = x,
          .y_name = y,
          .curves = {},
          .x_ticks = {},
          .aside = "",
          .warning = "",
          .logarithmic = true};
}

constexpr auto threads_shown = {"doorway::mutex", "tbb::queuing_mutex", "ticket, yielding", "SysV semop, SEM_UNDO",
                                "std::mutex",     "absl::Mutex",        "POSIX sem_t"};

auto workers_of(const std::string& workload, unsigned section) {
  return [=](const cell& at) {
    return at.workload == workload && at.section_ns == section && at.k == 1 ? static_cast<double>(at.workers) : 0;
  };
}

// Ours over the capacity; the peers, which have none, level.
chart solo_chart(const results& from) {
  auto made = empty("Acquire and release, nobody else there", "capacity", "ns");
  const table* in = from.find({.workload = "solo", .where = "threads", .k = 2});
  if (in == nullptr) return made;
  made.x_ticks = {8, 64, 256};
  for (const auto* ours : {"doorway::k_mutex", "doorway::mutex"}) {
    curve one{.name = ours, .points = {}, .colour = made.curves.size()};
    for (const double capacity : made.x_ticks)
      one.points.emplace_back(capacity, middle(in->find(fmt::format("{}, capacity {}", ours, capacity)), "ns"));
    made.curves.push_back(std::move(one));
  }
  for (const auto* peer : {"std::mutex", "POSIX sem_t", "absl::Mutex", "ticket semaphore", "SysV semop, SEM_UNDO"})
    if (const double ns = middle(in->find(peer), "ns"); ns > 0)
      made.curves.push_back({.name = peer, .points = {{8, ns}, {256, ns}}, .colour = made.curves.size()});
  return made;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> plots(const results& from) {
  std::vector<std::pair<std::string, std::string>> made;
  const auto keep = [&](const std::string& name, const chart& what) {
    if (!what.curves.empty()) made.emplace_back(name + ".svg", support::svg(what));
  };
  keep("solo", solo_chart(from));
  for (const unsigned section : {0U, 200U, 2000U}) {
    auto one = empty(fmt::format("Passages of all threads, {} inside", section_text(section)), "threads", "passages/s");
    add_curves(one, from, threads_shown, "passages_per_s", workers_of("contention", section));
    keep(fmt::format("contention-{}", section), one);
  }
  auto gaps = empty("Longest time that a thread was not inside, 200 ns inside", "threads", "ms");
  add_curves(gaps, from, threads_shown, "longest_gap_ms", workers_of("contention", 200));
  keep("gaps", gaps);
  auto sweep = empty("Passages of 16 threads, 2000 ns inside", "k", "passages/s");
  add_curves(sweep, from,
             {"doorway::k_mutex", "ticket semaphore", "SysV semop, SEM_UNDO", "POSIX sem_t", "std::counting_semaphore"},
             "passages_per_s", [](const cell& at) {
               const bool here = at.workload == "k-sweep" && at.workers == 16 && at.section_ns == 2000;
               return here ? static_cast<double>(at.k) : 0;
             });
  keep("k-sweep", sweep);
  auto processes = empty("Passages of all processes, 200 ns inside", "processes", "passages/s");
  add_curves(processes, from,
             {"doorway::named_k_mutex", "SysV semop, SEM_UNDO", "POSIX sem_t", "robust pthread mutex", "flock"},
             "passages_per_s", workers_of("processes", 200));
  keep("processes", processes);
  return made;
}

}  // namespace doorway::bench
