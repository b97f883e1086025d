#include "domains.hpp"

namespace doorway::lab {
namespace {

TEST(bounded_fife, stays_in_its_domains) { stays_in_its_domains(std::chrono::seconds(2)); }

// The guard notices.
TEST(guarded, sees_a_value_outside) {
  guarded memory(1, 4096);
  const registers<guarded> tiny(memory, {.name = "tiny", .domain = 2});
  tiny.write(0, 1);
  EXPECT_EQ(guarded::outside, 0U);
  tiny.write(0, 2);
  EXPECT_EQ(guarded::outside.exchange(0), 1U);
}

}  // namespace
}  // namespace doorway::lab
