// The few lines that the README of the project shows, between two marks in it.
#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "look_up.hpp"
#include "report.hpp"

namespace doorway::bench {

namespace {

const std::string first_mark = "<!-- from ./run bench -->\n", last_mark = "<!-- to here -->\n";

struct line {
  std::string what;
  cell at;
  std::string ours, peer, metric, unit;
  double scale = 1;
};

std::vector<line> lines() {
  const cell alone{.workload = "solo", .where = "threads", .k = 2};
  const cell alone_by_name{.workload = "solo", .where = "processes", .k = 2};
  const cell two{.workload = "contention", .where = "threads", .workers = 2, .section_ns = 200};
  const cell eight{.workload = "contention", .where = "threads", .workers = 8, .section_ns = 2000};
  const cell eight_by_name{.workload = "processes", .where = "processes", .workers = 8, .section_ns = 2000};
  const cell starved{.workload = "victim", .where = "threads", .workers = 4, .section_ns = 2000};
  const cell asleep{.workload = "waiting", .where = "threads", .workers = 64};
  const std::string k_mutex = "doorway::k_mutex, capacity ";
  return {
      {"alone, capacity 8", alone, k_mutex + "8", "std::mutex", "ns", "ns"},
      {"alone, capacity 64", alone, k_mutex + "64", "std::mutex", "ns", "ns"},
      {"alone, between processes", alone_by_name, "doorway::named_k_mutex, 256 seats", "SysV semop, SEM_UNDO", "ns",
       "ns"},
      {"2 threads, 200 ns inside", two, "doorway::mutex", "tbb::queuing_mutex", "passages_per_s", "thousand/s", 1e-3},
      {"8 threads, 2000 ns inside", eight, "doorway::mutex", "tbb::queuing_mutex", "passages_per_s", "thousand/s",
       1e-3},
      {"8 processes, 2000 ns inside", eight_by_name, "doorway::named_k_mutex", "SysV semop, SEM_UNDO", "passages_per_s",
       "thousand/s", 1e-3},
      {"worst wait against three greedy ones", starved, "doorway::mutex", "std::counting_semaphore", "worst_wait_ms",
       "ms"},
      {"processor time of 64 who wait", asleep, "doorway::mutex", "tbb::queuing_mutex", "processor_percent", "%"}};
}

std::string quote(const results& from) {
  const auto judged = bars(from);
  const auto met =
      std::count_if(judged.begin(), judged.end(), [](const verdict& v) { return v.result == verdict::met; });
  std::string out = fmt::format(
      "On {} with {} processors, {}, {}{}:\n\n", from.on.processor, from.on.processors, from.on.compiler, from.on.date,
      from.on.busy() ? fmt::format(", **busy (others kept {:.1f} processors at work)**", from.on.load) : "");
  out += "| | ours | | peer | ours / peer |\n| --- | --: | --- | --: | --: |\n";
  for (const auto& one : lines()) {
    const table* in = from.find(one.at);
    if (in == nullptr) continue;
    const row* ours = in->find(one.ours);
    const row* peer = in->find(one.peer);
    out += fmt::format("| {} | {} {} | {} | {} {} | {} |\n", one.what, figure(middle(ours, one.metric) * one.scale),
                       one.unit, one.peer, figure(middle(peer, one.metric) * one.scale), one.unit,
                       figure(ratio(ours, peer, one.metric)));
  }
  out += "\nThe last column is the median of the rounds' ratios.\n";
  return out + fmt::format("\n{} of {} bars met; all tables, peers and plots: [docs/bench](docs/bench/README.md).\n",
                           met, judged.size());
}

}  // namespace

void write_quote(const results& from, const std::string& file) {
  std::stringstream text;
  text << std::ifstream(file).rdbuf();
  const std::string old = text.str();
  const auto begin = old.find(first_mark);
  const auto end = old.find(last_mark);
  if (begin == std::string::npos || end == std::string::npos || end < begin)
    throw std::runtime_error(file + " has no place for the figures: the lines " + first_mark + "and " + last_mark);
  std::ofstream(file) << old.substr(0, begin + first_mark.size()) + "\n" + quote(from) + "\n" + old.substr(end);
}

}  // namespace doorway::bench
