// The blocks against their specifications, as in blocks_test.cpp, where that takes longer.
#include <gtest/gtest.h>

#include "block_clients.hpp"
#include "block_judge.hpp"
#include "doorway/algorithms/blocks/adaptive_special_set.hpp"
#include "wrong/blocks.hpp"

namespace doorway::lab {
namespace {

// The second number is the depth of the tree of splitters.
TEST(adaptive_special_set, n_3_one_splitter) { keeps<set_watcher>(set_client<adaptive_special_set<memory>>(3U, 0U)); }
TEST(adaptive_special_set, without_clearing_first) {
  breaks<set_watcher>(set_client<wrong::adaptive_special_set_no_clear<memory>>(3U, 1U), "somebody was in all the time");
}

}  // namespace
}  // namespace doorway::lab
