// Acquire and release by one worker that nobody disturbs, by Google Benchmark. In processor time: others on the machine count less.
#include <cstdio>

#include "../statistics.hpp"
#include "workload.hpp"

namespace doorway::bench {

namespace {

class collector : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const auto& run : runs) ns = run.GetAdjustedCPUTime();
  }
  double ns = nothing;
};

sample measure(const contestant& who, const cell& at, std::chrono::nanoseconds time) {
  const auto lock = made(who, at);
  benchmark::ClearRegisteredBenchmarks();
  benchmark::RegisterBenchmark("solo", [&](benchmark::State& state) { lock->solo(state); })
      ->MinTime(std::chrono::duration<double>(time).count())
      ->Unit(benchmark::kNanosecond);
  collector heard;
  benchmark::RunSpecifiedBenchmarks(&heard, "all");
  return {{"ns", heard.ns}};
}

}  // namespace

workload solo() {
  return {
      .name = "solo",
      .cells = {{.workload = "solo", .where = "threads", .k = 2}, {.workload = "solo", .where = "processes", .k = 2}},
      .full = std::chrono::milliseconds(100),
      .quick = std::chrono::milliseconds(10),
      .takes_part =
          [](const contestant& who, const cell& at) {
            if (who.what == kind::ours && !who.solo_only) return false;
            return place_of(at) == place::threads ? who.threads : who.processes;
          },
      .measure = measure};
}

}  // namespace doorway::bench
