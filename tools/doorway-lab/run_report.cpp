#include "run_report.hpp"

#include <fmt/core.h>

#include "size_options.hpp"

namespace doorway::lab {

namespace {

std::string spelt_time(std::chrono::nanoseconds time) {
  const auto ns = static_cast<double>(time.count());
  if (ns < 1e6) return fmt::format("{:.1f} us", ns / 1e3);
  if (ns < 1e9) return fmt::format("{:.1f} ms", ns / 1e6);
  return fmt::format("{:.2f} s", ns / 1e9);
}

// "1.00" is for those who all had the same; 0.999 is not quite that.
std::string spelt_index(double index) { return fmt::format("{:.3f}", index > 0.9995 && index < 1 ? 0.999 : index); }

}  // namespace

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3)
    digits.insert(static_cast<std::size_t>(at), 1, ',');
  return digits;
}

std::string run_legend() {
  return "Columns:\n"
         "  size        n processes (one thread each), k may be inside, l with k-1 crashes, s sessions\n"
         "  passages    times that somebody went in and came out again\n"
         "  per second  passages per second, all threads together, the monitor's own work included\n"
         "  withdrawn   attempts that gave up (--timeouts: each waits for 0 to 2 ms, at random)\n"
         "  inside      the most that were ever inside together, counted so that it is never too many\n"
         "  worst wait  the longest time from the start of enter to its return, of those that got in\n"
         "  bypass      the most later arrivals that went in before somebody whose doorway had ended when they came, "
         "with\n"
         "              another session if there are any; n/a: the algorithm has no doorway. With k > 1 a thread that "
         "is\n"
         "              slow to tell that it is in counts as overtaken too. '+': at least\n"
         "  fairness    Jain's index over the passages of each process: 1 = all had the same, 1/n = one had all\n"
         "  breaches    too many inside, sessions that met, being overtaken where the paper claims FCFS and k = 1 or\n"
         "              sessions differ, no progress for 10 s; with --timeouts also registers that are not back at "
         "their\n"
         "              initial values in the end, and permits that are lost. Anything but 0 makes the exit status 1\n";
}

table run_table(bool timeouts) {
  std::vector<column> columns{
      {"algorithm", false, 25}, {"size", false, 11}, {"passages", true, 10}, {"per second", true, 10}};
  if (timeouts) columns.push_back({"withdrawn", true, 9});
  for (const auto& more : std::vector<column>{{"inside", true, 6},
                                              {"worst wait", true, 10},
                                              {"bypass", true, 6},
                                              {"fairness", true, 8},
                                              {"breaches", true, 8}})
    columns.push_back(more);
  return table(columns);
}

table::row run_row(const entry& one, const parameters& size, const outcome& seen, bool timeouts) {
  table::row cells{one.at("name"), to_string(size, one), grouped(seen.passages),
                   grouped(static_cast<std::uint64_t>(seen.per_second()))};
  if (timeouts) cells.push_back(grouped(seen.withdrawn));
  cells.push_back(std::to_string(seen.most_inside));
  cells.push_back(spelt_time(seen.worst_wait));
  cells.push_back(seen.worst_bypass ? grouped(*seen.worst_bypass) + (seen.bypass_at_least ? "+" : "") : "n/a");
  cells.push_back(spelt_index(seen.fairness));
  cells.push_back(grouped(seen.breaches));
  return cells;
}

entry run_json(const entry& one, const parameters& size, const outcome& seen) {
  entry bypass;
  if (seen.worst_bypass) bypass = *seen.worst_bypass;
  return {{"name", one.at("name")},
          {"n", size.n},
          {"k", size.k},
          {"l", size.inside()},
          {"sessions", size.sessions},
          {"seconds", std::chrono::duration<double>(seen.elapsed).count()},
          {"passages", seen.passages},
          {"per_second", seen.per_second()},
          {"withdrawn", seen.withdrawn},
          {"most_inside", seen.most_inside},
          {"worst_wait_seconds", std::chrono::duration<double>(seen.worst_wait).count()},
          {"worst_bypass", bypass},
          {"worst_bypass_at_least", seen.bypass_at_least},
          {"fairness", seen.fairness},
          {"breaches", seen.breaches},
          {"findings", seen.findings}};
}

}  // namespace doorway::lab
