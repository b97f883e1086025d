// A passage of one process alone, counted by hand from the figures.
//
//                 reads                                                            writes
//   k-bakery-cc   Ticket[p]; all n Ticket; n-1 Want (p's own is not looked at)     Want[p], Ticket[p], Want[p]; Want[p]
//   k-bakery      Ticket[p]; all n Ticket; n-1 Want[i][p]                          2(n-1) Want[p][i], Ticket[p]; n Want[p][i]
//   bakery        all n Ticket; n-1 Doorway, n-1 Ticket                            Doorway[p], Ticket[p], Doorway[p]; Ticket[p]
#include <gtest/gtest.h>

#include "lab/rmr/crew.hpp"
#include "lab/rmr/local_spin.hpp"

namespace doorway::lab::rmr {
namespace {

struct cost {
  std::uint64_t first = 0;   // passage: nothing is cached
  std::uint64_t second = 0;  // nobody else has written anything since
  bool operator==(const cost&) const = default;
};
std::ostream& operator<<(std::ostream& out, const cost& it) { return out << it.first << " then " << it.second; }

cost alone(std::string_view name, process_id n, process_id k, const cost_model& model, process_id p) {
  const auto what = make_program(name, {.n = n, .k = k});
  crew all(*what, model, 1);
  const auto passage = [&] {
    while (!all.step(p).ended) {}
    return all.rmrs(p);
  };
  cost paid;
  paid.first = passage();
  paid.second = passage();
  return paid;
}

constexpr process_id sizes[] = {2, 3, 5, 16, 64};

TEST(solo_passage, of_k_bakery_cc) {
  for (const process_id n : sizes)
    for (const process_id p : {0U, n - 1}) {
      // Ticket[p], n-1 other Tickets, n-1 Want, 4 writes. Own writes leave own copies: later only the writes cost.
      EXPECT_EQ(alone("k-bakery-cc", n, 1, cc, p), (cost{2ULL * n + 3, 4})) << n;
      // Of the writes only the first to each of Want[p] and Ticket[p] costs; later nothing does.
      EXPECT_EQ(alone("k-bakery-cc", n, 1, cc_write_back, p), (cost{2ULL * n + 1, 0})) << n;
      // At home with nobody: every access, 1 + n + (n-1) reads and 4 writes.
      EXPECT_EQ(alone("k-bakery-cc", n, 1, dsm, p), (cost{2ULL * n + 4, 2ULL * n + 4})) << n;
      // k = n: it never looks at Want.
      EXPECT_EQ(alone("k-bakery-cc", n, n, cc, p), (cost{n + 4ULL, 4})) << n;
    }
}

TEST(solo_passage, of_k_bakery) {
  for (const process_id n : sizes)
    for (const process_id p : {0U, n - 1}) {
      // 1 + (n-1) + (n-1) reads of what is not cached yet, 2(n-1) + 1 + n writes.
      EXPECT_EQ(alone("k-bakery", n, 1, cc, p), (cost{5ULL * n - 2, 3ULL * n - 1})) << n;
      // Own registers are local: n-1 other Tickets, three times n-1 mailboxes of others (thesis, Lemma 5.8).
      EXPECT_EQ(alone("k-bakery", n, 1, dsm, p), (cost{4ULL * (n - 1), 4ULL * (n - 1)})) << n;
    }
}

TEST(solo_passage, of_the_bakery) {
  for (const process_id n : sizes)
    for (const process_id p : {0U, n - 1}) {
      // The second look at Ticket[i] is a look into the cache.
      EXPECT_EQ(alone("bakery", n, 1, cc, p), (cost{2ULL * n + 3, 4})) << n;
      EXPECT_EQ(alone("bakery", n, 1, cc_write_back, p), (cost{2ULL * n + 1, 0})) << n;
      EXPECT_EQ(alone("bakery", n, 1, dsm, p), (cost{3ULL * n + 2, 3ULL * n + 2})) << n;
    }
}

// Waits for ever behind process 0, with or without the rest of the crew standing about.
std::uint64_t paid_by_a_waiter(const cost_model& model, int steps) {
  const auto what = make_program("k-bakery-cc", {.n = 3, .k = 1});
  crew all(*what, model, 1);
  while (all.at(0) != stage::critical) all.step(0);
  for (int i = 0; i < steps; ++i) all.step(1);
  return all.rmrs(1);
}

TEST(a_waiting_process, does_not_pay_for_what_it_has_cached) {
  EXPECT_EQ(paid_by_a_waiter(cc, 100), paid_by_a_waiter(cc, 100'000));
  EXPECT_EQ(paid_by_a_waiter(cc_write_back, 100), paid_by_a_waiter(cc_write_back, 100'000));
  EXPECT_GT(paid_by_a_waiter(dsm, 1000), paid_by_a_waiter(dsm, 100) + 800);
}

// The counter itself, spoilt in one entry of one table: the figures above must notice.
TEST(a_spoilt_cost_model, that_charges_cached_reads_is_noticed) {
  auto spoilt = cc;
  spoilt.caches.own_read[index(copy::shared)].remote = true;
  EXPECT_NE(alone("k-bakery-cc", 5, 1, spoilt, 0), alone("k-bakery-cc", 5, 1, cc, 0));
  EXPECT_NE(paid_by_a_waiter(spoilt, 100), paid_by_a_waiter(spoilt, 1000));
  EXPECT_FALSE(observe_waiting({maker_of("k-bakery-cc"), {.n = 3, .k = 1}, spoilt}, 1).local_spin());
}

TEST(a_spoilt_cost_model, that_forgets_to_invalidate_is_noticed) {
  auto spoilt = cc;
  spoilt.caches.others_write[index(copy::shared)] = copy::shared;
  const auto handed_over = [](const cost_model& model) {
    const auto what = make_program("k-bakery-cc", {.n = 2, .k = 1});
    crew all(*what, model, 1);
    while (all.at(0) != stage::critical) all.step(0);
    for (int i = 0; i < 100; ++i) all.step(1);
    while (!all.step(0).ended) {}
    while (!all.step(1).ended) {}
    return all.rmrs(1);
  };
  // Process 1: Ticket[1], Ticket[0], Want[0] twice (inside, gone), and 4 writes.
  EXPECT_EQ(handed_over(cc), 8U);
  EXPECT_EQ(handed_over(spoilt), 7U);
}

TEST(a_spoilt_cost_model, that_gives_everybody_the_registers_of_nobody_is_noticed) {
  auto what = make_program("k-bakery-cc", {.n = 2, .k = 1});
  for (const auto& one : what->shared().registers()) EXPECT_EQ(one.home, nobody);
  what = make_program("k-bakery", {.n = 3, .k = 1});
  // Want[row][column] is at home with its column, Ticket[row] with its row.
  const std::vector<process_id> expected{0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2};
  std::vector<process_id> found;
  for (const auto& one : what->shared().registers()) found.push_back(one.home);
  EXPECT_EQ(found, expected);
}

}  // namespace
}  // namespace doorway::lab::rmr
