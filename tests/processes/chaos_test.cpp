// Twelve processes, three inside, thousands of SIGKILLs: nobody too many, no slot lost, order kept. And the same with
// recovery spoilt in three ways, each of which must be found out.
//
// DOORWAY_CHAOS_SECONDS: how long, 60 if not set; in rounds of a minute at the most.
#include "chaos.hpp"

#include <gtest/gtest.h>

#include <iostream>

namespace {

using namespace chaos;

int seconds_wanted() {
  const char* text = std::getenv("DOORWAY_CHAOS_SECONDS");
  return text == nullptr ? 60 : std::max(1, std::atoi(text));
}

TEST(Chaos, ThousandsOfKillsCostNothing) {
  const auto seed = std::random_device{}();
  for (int left = seconds_wanted(), round = 0; left > 0; left -= 60, ++round) {
    const int seconds = std::min(left, 60);
    const auto result =
        run(fault::none, std::chrono::seconds(seconds), 2000L * seconds / 60, seed + static_cast<unsigned>(round));
    std::cout << "seed " << seed << " round " << round << ": " << result << std::endl;
    ASSERT_TRUE(result.good()) << result;
    EXPECT_GE(result.kills, 2000L * seconds / 60);
    EXPECT_GT(result.aimed, result.kills / 20);
    EXPECT_GT(result.recovered, result.kills / 20) << "hardly anybody died while it mattered";
    EXPECT_GT(result.kept.overtaken, 0) << "nobody ever waited: the order was not put to the test";
  }
}

// Whatever goes wrong first: the point is that it is seen.
void expect_found_out(fault spoilt) {
  verdict result;
  for (unsigned seed = 1; seed <= 3; ++seed) {
    result = run(spoilt, 4s, 0, seed);
    std::cout << result << std::endl;
    if (!result.good()) return;
  }
  ADD_FAILURE() << "not found out: " << result;
}

TEST(Chaos, FindsOutThatNobodyRecovers) { expect_found_out(fault::no_recovery); }
TEST(Chaos, FindsOutARecoveryWithoutTheSeatsLock) { expect_found_out(fault::without_the_seats_lock); }
TEST(Chaos, FindsOutARecoveryWhileTheCommandRuns) { expect_found_out(fault::without_asking_for_the_command); }

// --- the judge itself ---

struct written {
  word began, arrived, looked, entered;
};
order judged(const std::vector<std::vector<written>>& logs, process_id allowed) {
  std::vector<worker_log> made(logs.size());
  for (std::size_t i = 0; i < logs.size(); ++i)
    for (const auto& each : logs[i]) {
      auto& to = made[i].passages[made[i].count++];
      to.began = each.began;
      to.arrived = each.arrived;
      to.looked = each.looked;
      to.entered = each.entered;
    }
  return judge(made, allowed);
}

TEST(Judge, SeesWhoWasOvertakenForCertain) {
  // Both waited from 10 to 100 at least; the third came at 20 and was inside at 30.
  const std::vector<written> early = {{5, 10, 100, 110}}, late = {{20, 25, 28, 30}};
  EXPECT_EQ(judged({early, early, late}, 3).violations, 0);
  EXPECT_EQ(judged({early, early, late}, 2).violations, 1);
  EXPECT_EQ(judged({early, late}, 1).violations, 1);
}

TEST(Judge, JudgesOnlyWhatIsCertain) {
  const std::vector<written> late = {{20, 25, 28, 30}};
  EXPECT_EQ(judged({{{5, 21, 100, 110}}, late}, 1).violations, 0) << "the doorways overlapped";
  EXPECT_EQ(judged({{{5, 10, 29, 31}}, late}, 1).violations, 0) << "it may have entered first";
  EXPECT_EQ(judged({{{5, 0, 0, 0}}, late}, 1).violations, 0) << "it died in the doorway";
  EXPECT_EQ(judged({{{5, 10, 40, 0}}, late}, 1).violations, 1) << "it died later, but it did wait";
}

}  // namespace
