// Bounded timestamps that look at Sav before Ann: by the run that wrong/bounded_timestamps.hpp tells, performed on the code. The right
// ones survive the same run.
#include <gtest/gtest.h>

#include <string>

#include "doorway/algorithms/blocks/bounded_timestamps.hpp"
#include "lab/machine/world.hpp"
#include "lab/timestamps/monitor.hpp"
#include "lab/timestamps/program.hpp"
#include "lab/trace/directed.hpp"
#include "wrong/bounded_timestamps.hpp"

namespace doorway::lab {
namespace {

using failure = timestamp_monitor::failure;

// What the monitor says of a run of three.
template <template <class> class System>
failure watched(const std::string& script, int& scans) {
  const timestamp_program<System> code(3, 0);
  timestamp_monitor watch(3);
  world on(code);
  failure wrong = failure::none;
  for (const auto& step : directed(code, script, "").steps) {
    EXPECT_EQ(on.take(step), "");
    if (step.before == step.after) continue;
    if (step.before == stage::doorway) watch.label_ends(step.p);
    if (step.after == stage::doorway) watch.label_begins(step.p);
    if (step.after == stage::waiting) watch.scan_begins(step.p);
    if (step.after != stage::critical) continue;
    ++scans;
    const auto found = watch.scan_ends(step.p, relation_of(on.view(step.p).session - 1, 3));
    if (wrong == failure::none) wrong = found;
  }
  return wrong;
}

// 0 is p, 1 is q, 2 is r. A process wants 1: a label, or 2: a scan.
const std::string sav_first = R"(
  0 wants 1                       # 2.1
  0 until out
  1 wants 1                       # 2.2
  1 until out
  2 wants 1                       # 3.1
  2 until out
  1 wants 1                       # 3.2
  1 until out
  0 wants 1                       # 4.1
  0 until out
  1 wants 1                       # 4.2
  1 until writes Sav[1][0]        # has announced p's colour and made sure of it
  0 wants 2
  0 until inside
  0 until out
  0 wants 2
  0 until reads Ann[1][0]         # the wrong one has looked at Sav
  1 until out
  2 wants 1                       # 5.1
  2 until out
  1 wants 1
  1 until writes Ann[1][0]        # is about to announce p's colour of now
  1 steps 1
  0 until inside                  # 3.2 of q, 4.1, 5.1: each is before the next, the last before the first
)";
TEST(directed, bounded_timestamps_sav_first) {
  int scans = 0;
  EXPECT_EQ(watched<wrong::bounded_timestamps_sav_first>(sav_first, scans), failure::not_an_order);
  EXPECT_EQ(scans, 2);
  scans = 0;
  EXPECT_EQ(watched<bounded_timestamps>(sav_first, scans), failure::none);
  EXPECT_EQ(scans, 2);
}

}  // namespace
}  // namespace doorway::lab
