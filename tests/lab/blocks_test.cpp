// The blocks against their specifications, every interleaving of unboundedly many calls; and the broken blocks, each of
// which must break its specification here. The sizes are those of an independent search that was made before.
#include <gtest/gtest.h>

#include "block_clients.hpp"
#include "block_judge.hpp"
#include "doorway/blocks/adaptive_special_set.hpp"
#include "doorway/blocks/special_set.hpp"
#include "doorway/blocks/ticket_dispenser.hpp"
#include "wrong/blocks.hpp"

namespace doorway::lab {
namespace {

using plain_set = special_set<memory>;
using adaptive_set = adaptive_special_set<memory>;
using splitters = splitter_tree<memory>;
using dispenser = ticket_dispenser<memory>;

TEST(special_set, n_2) { keeps<set_watcher>(set_client<plain_set>(2)); }
TEST(special_set, n_3) { keeps<set_watcher>(set_client<plain_set>(3)); }
TEST(special_set, n_4) { keeps<set_watcher>(set_client<plain_set>(4)); }
TEST(special_set, without_clearing_first) {
  breaks<set_watcher>(set_client<wrong::special_set_no_clear<memory>>(3), "somebody was in all the time");
}

// The second number is the depth of the tree of splitters.
TEST(adaptive_special_set, n_2_one_splitter) { keeps<set_watcher>(set_client<adaptive_set>(2U, 0U)); }
TEST(adaptive_special_set, n_2_three_splitters) { keeps<set_watcher>(set_client<adaptive_set>(2U, 1U)); }

TEST(splitters, n_2) { keeps<splitter_watcher>(splitter_client<splitters>(2U, 1U)); }
TEST(splitters, n_3_one) { keeps<splitter_watcher>(splitter_client<splitters>(3U, 0U)); }
TEST(splitters, without_x) {
  breaks<splitter_watcher>(splitter_client<wrong::splitter_tree_without<memory, wrong::part::last_comer>>(3U, 0U),
                           "two hold");
}
TEST(splitters, without_reset_test) {
  breaks<splitter_watcher>(splitter_client<wrong::splitter_tree_without<memory, wrong::part::reset>>(3U, 0U),
                           "two hold");
}
TEST(splitters, without_obstacles) {
  breaks<splitter_watcher>(splitter_client<wrong::splitter_tree_without<memory, wrong::part::obstacle>>(3U, 0U),
                           "two hold");
}

TEST(ticket_dispenser, n_2) { keeps<dispenser_watcher<2>>(dispenser_client<dispenser>(2)); }
TEST(ticket_dispenser, n_3) { keeps<dispenser_watcher<3>>(dispenser_client<dispenser>(3)); }
TEST(ticket_dispenser, that_forgets) {
  breaks<dispenser_watcher<2>>(dispenser_client<wrong::ticket_dispenser_forgetful<memory>>(2), "does not come after");
}

}  // namespace
}  // namespace doorway::lab
