// Many workers and one lock: k = 1 between threads; k of several sizes; between processes.
#include "workload.hpp"

namespace doorway::bench {

namespace {

workload of(std::string name, std::vector<cell> cells) {
  return {.name = std::move(name),
          .cells = std::move(cells),
          .full = std::chrono::milliseconds(250),
          .quick = std::chrono::milliseconds(20),
          .takes_part = able,
          .measure = contend};
}

constexpr auto sections = {0U, 200U, 2000U};

}  // namespace

workload contention() {
  std::vector<cell> cells;
  for (const unsigned workers : {2U, 4U, 8U, 16U, 64U})
    for (const unsigned section : sections)
      cells.push_back({.workload = "contention", .where = "threads", .workers = workers, .section_ns = section});
  auto made = of("contention", std::move(cells));
  made.takes_part = [](const contestant& who, const cell& at) {
    return able(who, at) && who.name != "std::timed_mutex";
  };
  return made;
}

workload k_sweep() {
  std::vector<cell> cells;
  for (const unsigned workers : {4U, 8U, 16U})
    for (const unsigned k : {1U, 2U, 4U, 8U})
      for (const unsigned section : sections)
        if (k > 1 && k < workers)  // k = 1 is the contention above
          cells.push_back(
              {.workload = "k-sweep", .where = "threads", .workers = workers, .k = k, .section_ns = section});
  return of("k-sweep", std::move(cells));
}

workload between_processes() {
  std::vector<cell> cells;
  for (const unsigned k : {1U, 2U})
    for (const unsigned workers : {2U, 4U, 8U, 16U})
      for (const unsigned section : sections)
        if (k == 1 || (workers > 2 && workers < 16))
          cells.push_back(
              {.workload = "processes", .where = "processes", .workers = workers, .k = k, .section_ns = section});
  return of("processes", std::move(cells));
}

}  // namespace doorway::bench
