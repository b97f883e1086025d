// Passages without end, on tickets that are known by their order only (ticket_order.hpp): whatever a real run comes to is among
// the states searched, a program that does more with its tickets than comparing and adding one is refused, and nothing is said to
// be VIOLATED that might not be. It would catch a way for the tickets to lie that is forgotten, and one that no run comes to.
#include <gtest/gtest.h>

#include <random>
#include <set>
#include <string>
#include <vector>

#include "doorway/algorithms/group_exclusion/group_bakery.hpp"
#include "doorway/algorithms/k_exclusion/k_bakery.hpp"
#include "doorway/algorithms/k_exclusion/k_bakery_cc.hpp"
#include "doorway/algorithms/k_exclusion/k_bakery_cc_fast.hpp"
#include "doorway/algorithms/mutual_exclusion/bakery.hpp"
#include "lab/check.hpp"
#include "lab/machine/program_by_name.hpp"
#include "lab/search/explore.hpp"
#include "lab/search/model.hpp"
#include "lab/search/ticket_order.hpp"
#include "wrong/bakery_no_doorway.hpp"
#include "wrong/k_bakery_no_announce.hpp"

namespace doorway::lab {
namespace {

template <template <class> class Algorithm>
report without_end(const parameters& size, std::uint32_t crashes = 0) {
  const program_of<Algorithm> code(size, {.passages = 0, .crashes = crashes, .registers = register_model::atomic});
  question what;
  what.claims = {claim::exclusion,          claim::declarations, claim::deadlock_freedom,
                 claim::starvation_freedom, claim::fcfs,         claim::bounded_exit};
  return check(code, what);
}

// The states searched, and the same learner for real runs.
template <template <class> class Algorithm>
class searched {
 public:
  explicit searched(const parameters& size, ticket_gaps apart = {3, 0}, const setting& how = {.passages = 0},
                    std::uint32_t crashes = 0)
      : code_(atomic(size, how)),
        values_(code_->shared().registers()),
        source_(*code_, values_, {.states = most, .crashes = crashes > 0, .by_order = true}),
        together_(source_, code_->shared().registers(), values_, crashes, most),
        by_order_(source_, together_, apart) {
    watch look;
    look.crowding = claim::exclusion;
    look.flaws = claim::declarations;
    look.tickets = &by_order_;
    look.inside = size.k;
    look.sessions = code_->solves() == problem::group_exclusion;
    const preemption_bound no_bound;
    const model<1> watched(together_, look, no_bound);
    exploration_limits limits;
    limits.threads = 1;
    exploration<model<1>> all(watched, limits);
    EXPECT_EQ(all.run(), ending::complete);
    all.for_each([&](const key<1>& state) { states.insert(state); });
  }

  std::set<key<1>> states;

  // Where the steps of p lead, with tickets as they are.
  [[nodiscard]] std::vector<key<1>> real_steps(const key<1>& from) const {
    product::states now{};
    together_.unpack(from, now);
    std::vector<key<1>> all;
    together_.successors<1>(
        from, now, [&](const edge&, std::uint32_t, const key<1>& to) { all.push_back(to); }, [](const demand&) {});
    return all;
  }
  [[nodiscard]] key<1> begin() const { return together_.template initial<1>(); }
  [[nodiscard]] key<1> squeezed(const key<1>& real) const {
    product::states now{};
    together_.unpack(real, now);
    key<1> to = real;
    together_.pack(by_order_.squeezed(now), to);
    return to;
  }

 private:
  static constexpr std::uint32_t most = 1U << 20U;
  static std::unique_ptr<program> atomic(const parameters& size, setting how) {
    how.registers = register_model::atomic;
    return std::make_unique<program_of<Algorithm>>(size, how);
  }
  std::unique_ptr<program> code_;
  value_table values_;
  learner source_;
  product together_;
  ticket_order by_order_;
};

// All real runs of so many steps, each state squeezed.
template <template <class> class Algorithm>
std::set<key<1>> of_real_runs(const searched<Algorithm>& by, unsigned steps) {
  std::set<key<1>> seen{by.begin()}, squeezed{by.squeezed(by.begin())};
  std::vector<key<1>> level{by.begin()};
  for (unsigned i = 0; i < steps; ++i) {
    std::vector<key<1>> next;
    for (const auto& from : level)
      for (const auto& to : by.real_steps(from))
        if (seen.insert(to).second) {
          next.push_back(to);
          squeezed.insert(by.squeezed(to));
        }
    level = std::move(next);
  }
  return squeezed;
}

// After how many steps a random run comes to a state that was not searched; `steps` if it never does.
template <template <class> class Algorithm>
unsigned leaves_after(const searched<Algorithm>& by, unsigned steps) {
  std::mt19937_64 dice(1);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same run each time
  key<1> now = by.begin();
  for (unsigned i = 0; i < steps; ++i) {
    const auto ways = by.real_steps(now);
    now = ways[dice() % ways.size()];
    if (!by.states.contains(by.squeezed(now))) return i;
  }
  return steps;
}

// Lamport's, but for how the ticket is chosen.
template <class Memory, class Choice>
class another_bakery : public bakery<Memory> {
  using right = bakery<Memory>;
  using right::n_, right::Doorway, right::Ticket;

 public:
  using right::right;
  template <class Here>
  constexpr bool enter(Here& here) const {
    const auto p = here.id();
    Doorway.announce(p, true);
    const word ticket = Choice::of(Ticket, n_);
    Ticket.write(p, ticket);
    Doorway.announce(p, false);
    here.end_of_doorway();
    for (process_id i = 0; i < n_; ++i) {
      if (i == p) continue;
      if (!here.await([&] { return Doorway.read(i) == 0; })) return false;
      if (!here.await([&] {
            const word other = Ticket.read(i);
            return other == 0 || precedes({ticket, p}, {other, i});
          }))
        return false;
    }
    return true;
  }
};
struct an_even_one {
  static word of(const auto& tickets, process_id /*n*/) {
    const word most = tickets.max();
    return most + 2 - most % 2;
  }
};
struct one_that_shows_haste {  // larger if several came and went meanwhile
  static word of(const auto& tickets, process_id /*n*/) {
    const word before = tickets.max();
    const word now = tickets.max();
    return now + (now > before && now - before > 3 ? 2 : 1);
  }
};
struct one_with_care {  // looks twice if there is an odd one
  static word of(const auto& tickets, process_id /*n*/) {
    word most = tickets.max();
    if (most % 2 != 0) most = tickets.max();
    return 1 + most;
  }
};
struct one_that_knows_three {  // and looks again when it meets it
  static word of(const auto& tickets, process_id /*n*/) {
    word most = tickets.max();
    if (most == 3) most = tickets.max();
    return 1 + most;
  }
};
struct one_counted_from_nothing {  // its own idea of a maximum begins with 0, which is no ticket
  static word of(const auto& tickets, process_id n) {
    word most = 0;
    for (process_id i = 0; i < n; ++i) most = std::max(most, tickets.read(i));
    return 1 + most;
  }
};
template <class Memory>
using even_bakery = another_bakery<Memory, an_even_one>;
template <class Memory>
using hasty_bakery = another_bakery<Memory, one_that_shows_haste>;
template <class Memory>
using careful_bakery = another_bakery<Memory, one_with_care>;
template <class Memory>
using knowing_bakery = another_bakery<Memory, one_that_knows_three>;
template <class Memory>
using counting_bakery = another_bakery<Memory, one_counted_from_nothing>;

TEST(ticket_order, holds_without_end) {
  for (const auto& found : {without_end<bakery>({.n = 2, .k = 1}), without_end<bakery>({.n = 3, .k = 1}),
                            without_end<k_bakery>({.n = 2, .k = 1}), without_end<k_bakery_cc>({.n = 2, .k = 1}),
                            without_end<group_bakery>({.n = 2, .k = 1, .sessions = 2})}) {
    EXPECT_TRUE(found.measured.by_order);
    for (const auto& f : found.findings) EXPECT_EQ(f.is, verdict::holds) << name(f.what) << ": " << f.reason;
  }
}

// With two processes every state that is searched is one of a real run, and the other way round.
TEST(ticket_order, searches_what_two_real_processes_come_to) {
  constexpr unsigned steps = 120;
  const searched<k_bakery> dsm({.n = 2, .k = 1});
  EXPECT_EQ(dsm.states, of_real_runs(dsm, steps));
  const searched<k_bakery_cc> cc({.n = 2, .k = 1});
  EXPECT_EQ(cc.states, of_real_runs(cc, steps));
  const searched<bakery> lamport({.n = 2, .k = 1});
  EXPECT_EQ(lamport.states, of_real_runs(lamport, steps));
}

TEST(ticket_order, long_runs_stay_among_the_states_searched) {
  constexpr unsigned steps = 50'000;
  EXPECT_EQ(leaves_after(searched<bakery>({.n = 3, .k = 1}), steps), steps);
  EXPECT_EQ(leaves_after(searched<k_bakery_cc>({.n = 2, .k = 1}), steps), steps);
  EXPECT_EQ(leaves_after(searched<k_bakery_cc_fast>({.n = 2, .k = 1}), steps),
            steps);  // which carries its last ticket along
  const setting gives_up{.passages = 0, .abort = true};
  EXPECT_EQ(leaves_after(searched<k_bakery_cc>({.n = 2, .k = 1}, {3, 0}, gives_up), steps), steps);
  const setting comes_back{.passages = 0, .recover = true};
  EXPECT_EQ(leaves_after(searched<k_bakery_cc>({.n = 2, .k = 1}, {3, 0}, comes_back, 1), steps), steps);
  EXPECT_EQ(leaves_after(searched<group_bakery>({.n = 2, .k = 1, .sessions = 2}), steps), steps);
  // Where no gap is taken to be wider than two, states are lost.
  EXPECT_LT(leaves_after(searched<bakery>({.n = 3, .k = 1}, {2, 0}), steps), steps);
}

TEST(ticket_order, more_than_their_order_is_refused) {
  const parameters two{.n = 2, .k = 1};
  for (const auto& found :
       {without_end<even_bakery>(two), without_end<hasty_bakery>(two), without_end<careful_bakery>(two),
        without_end<knowing_bakery>(two), without_end<counting_bakery>(two)})
    for (const auto& f : found.findings) {
      EXPECT_EQ(f.is, verdict::inconclusive) << name(f.what);
      EXPECT_NE(f.reason.find("its passages must be bounded"), std::string::npos) << f.reason;
    }
}

TEST(ticket_order, what_is_broken_is_not_said_to_hold) {
  for (const auto& found : {without_end<wrong::k_bakery_no_announce>({.n = 2, .k = 1}),
                            without_end<wrong::bakery_no_doorway>({.n = 2, .k = 1})})
    for (const auto& f : found.findings) {
      EXPECT_EQ(f.is, verdict::inconclusive) << name(f.what);
      EXPECT_NE(f.reason.find("ask with a number of passages"), std::string::npos) << f.reason;
    }
  // One that has crashed keeps the others out for ever: a cycle, and no step that breaks anything.
  const auto stuck = without_end<k_bakery_cc>({.n = 2, .k = 1}, 1);
  for (const auto& f : stuck.findings)
    EXPECT_EQ(f.is == verdict::inconclusive, f.what == claim::deadlock_freedom || f.what == claim::starvation_freedom)
        << name(f.what) << ": " << f.reason;
}

// Where it does not apply, all is as before.
TEST(ticket_order, is_for_tickets_without_end_only) {
  const auto can = [](const char* algorithm, std::uint32_t passages, register_model registers) {
    return can_go_by_order(*named_program(
        {.algorithm = algorithm, .size = {.n = 2, .k = 1}, .passages = passages, .registers = registers}));
  };
  EXPECT_TRUE(can("k-bakery", 0, register_model::declared));
  EXPECT_FALSE(can("k-bakery", 2, register_model::declared));
  EXPECT_FALSE(can("k-bakery", 0, register_model::safe));
  EXPECT_FALSE(can("bakery", 0, register_model::declared));   // whose registers are safe
  EXPECT_FALSE(can("one-bit", 0, register_model::declared));  // which has no tickets
}

}  // namespace
}  // namespace doorway::lab
