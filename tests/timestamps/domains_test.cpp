#include <mutex>
#include <stdexcept>

#include "domains.hpp"
#include "doorway/k_mutex.hpp"

namespace doorway::lab {
namespace {

TEST(bounded_fife, stays_in_its_domains) { stays_in_its_domains(std::chrono::seconds(2)); }

// Behind the front door: up to 25 threads, and not more.
TEST(bounded_fife, has_room_for_25) {
  basic_k_mutex<bounded_fife, threads> slots(2, 25);
  const std::lock_guard inside(slots);
  using lock = basic_k_mutex<bounded_fife, threads>;
  EXPECT_THROW(lock(2, 26), std::invalid_argument);
}

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
