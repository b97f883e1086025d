// The blocks against their specifications, every interleaving of unboundedly many calls; and the broken blocks, each of
// which must break its specification here. The sizes are those of an independent search that was made before.
#include <gtest/gtest.h>

#include <bit>

#include "block_clients.hpp"
#include "block_judge.hpp"
#include "doorway/algorithms/blocks/adaptive_special_set.hpp"
#include "doorway/algorithms/blocks/special_set.hpp"
#include "doorway/algorithms/blocks/ticket_dispenser.hpp"
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

// Specification 2, counted by hand. With L levels, insert_self is L+1 writes and remove_self b, g and at most five accesses a
// level (c, d, two at e, f): O(log N), however few are about.
constexpr unsigned plain_steps(unsigned levels) { return 6 * levels + 3; }
constexpr auto two = [](unsigned) { return plain_steps(1); };
constexpr auto three_or_four = [](unsigned) { return plain_steps(2); };
TEST(special_set, steps_n_2) { keeps<step_counter<set_watcher, two>>(set_client<plain_set>(2)); }
TEST(special_set, steps_n_3) { keeps<step_counter<set_watcher, three_or_four>>(set_client<plain_set>(3)); }
TEST(special_set, that_looks_at_everybody) {
  breaks<step_counter<set_watcher, three_or_four>>(set_client<wrong::special_set_looks_at_all<memory>>(3),
                                                   "too many steps");
}

// The second number is the depth of the tree of splitters.
TEST(adaptive_special_set, n_2_one_splitter) { keeps<set_watcher>(set_client<adaptive_set>(2U, 0U)); }
TEST(adaptive_special_set, n_2_three_splitters) { keeps<set_watcher>(set_client<adaptive_set>(2U, 1U)); }

// Adaptive: with c about, p passes at most c nodes, each of them with at most nine accesses on its way down, one at b, six at d
// and nine in its release; and there are five besides (b, c, two at e, let go). The tree has a node for each of two.
constexpr auto adaptive_two = [](unsigned c) { return 25 * c + 5; };
TEST(adaptive_special_set, steps_n_2) {
  keeps<step_counter<set_watcher, adaptive_two>>(set_client<adaptive_set>(2U, 1U));
}
TEST(adaptive_special_set, that_is_in_both) {
  breaks<step_counter<set_watcher, adaptive_two>>(set_client<wrong::adaptive_special_set_in_both<memory>>(2U, 1U),
                                                  "too many steps");
}

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
// Specification 5, counted by hand. With c about, at most 2c-2 tickets behind the last given back are taken: of each of the others
// one that it held when p read Last, and one that it has got since (and keeps, by Condition 4 (c), until p has its own). So
// doubling finds a free one in log2(2c-1)+1 looks, halving the first in as many, and there are a, d, e and f.
constexpr auto dispenser_steps = [](unsigned c) { return 4 + 2 * (std::bit_width(2 * c - 2) + 1U); };
TEST(ticket_dispenser, steps_n_2) {
  keeps<step_counter<dispenser_watcher<2>, dispenser_steps>>(dispenser_client<dispenser>(2));
}
TEST(ticket_dispenser, that_starts_from_the_beginning) {
  breaks<step_counter<dispenser_watcher<2>, dispenser_steps>>(
      dispenser_client<wrong::ticket_dispenser_without_last<memory>>(2), "too many steps");
}
TEST(ticket_dispenser, that_forgets) {
  breaks<dispenser_watcher<2>>(dispenser_client<wrong::ticket_dispenser_forgetful<memory>>(2), "does not come after");
}

}  // namespace
}  // namespace doorway::lab
