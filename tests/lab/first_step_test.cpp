// The state in which all begins is judged like any other. No step leads to it, and a process that does what it must not in its very
// first step never moves: so a judge of steps alone finds that everything holds. Each program here is wrong before any step, by
// hand; however it is searched, the lab says so, says nothing of the other claims, and shows a run of no steps that can be played
// again.
#include <gtest/gtest.h>

#include <string>

#include "lab/check.hpp"
#include "lab/counterexample.hpp"
#include "lab/search/specification.hpp"

namespace doorway::lab {
namespace {

// Peterson's lock as docs/your-own-algorithm.md has it, for two; of three, process 2 begins with a register that is not there.
template <class Memory>
class peterson {
 public:
  static constexpr problem solves = problem::mutual_exclusion;
  using passage = nothing;
  peterson(Memory& memory, const parameters& /*size*/)
      : Want(memory, {.name = "Want", .rows = 2, .domain = 2}),
        Last(memory, {.name = "Last", .domain = 2, .writer = writer::anyone}) {}

  template <class Here>
  bool enter(Here& here) const {
    const process_id p = here.id();
    Want.write(p, 1);
    Last.announce(0, p);
    here.end_of_doorway();
    return here.await([&] { return Want.read(1 - p) == 0 || Last.read(0) != p; });
  }
  template <class Here>
  void exit(Here& here) const {
    Want.write(here.id(), 0);
  }

 private:
  registers<Memory> Want, Last;
};

// Process 1 begins with a wrong step, the others do nothing.
enum class beginning : std::uint8_t { of_another, too_large, no_look };
template <class Memory, beginning How>
class wrong_from_the_start {
 public:
  static constexpr problem solves = problem::mutual_exclusion;
  using passage = nothing;
  wrong_from_the_start(Memory& memory, const parameters& size)
      : Ticket(memory, {.name = "Ticket", .rows = size.n}), A(memory, {.name = "A", .rows = size.n, .domain = 2}) {}

  template <class Here>
  bool enter(Here& here) const {
    if (here.id() != 1) return true;
    if (How == beginning::of_another) A.write(0, 1);
    if (How == beginning::too_large) A.write(1, 2);
    return here.await([] { return false; });
  }
  template <class Here>
  void exit(Here& /*here*/) const {}
  template <class Here>
  void recover(Here& /*here*/) const {}

 private:
  registers<Memory> Ticket, A;
};
template <class Memory>
using writes_to_another = wrong_from_the_start<Memory, beginning::of_another>;
template <class Memory>
using writes_too_much = wrong_from_the_start<Memory, beginning::too_large>;
template <class Memory>
using waits_without_a_look = wrong_from_the_start<Memory, beginning::no_look>;

void expect_wrong_at_once(const program& code, const question& asked, const std::string& how) {
  const report found = check(code, asked);
  ASSERT_EQ(found.findings.size(), 4U);
  for (const auto& f : found.findings) {
    if (f.what != claim::declarations) {
      EXPECT_EQ(f.is, verdict::inconclusive) << name(f.what);
      EXPECT_EQ(f.reason, "the search ended where declarations broke");
      continue;
    }
    ASSERT_EQ(f.is, verdict::violated) << f.reason;
    ASSERT_TRUE(f.counterexample.has_value()) << f.reason;
    EXPECT_TRUE(f.counterexample->steps.empty());
    EXPECT_EQ(f.counterexample->last_line, how + ", with its first step");
    expect_counterexample(code, code.how(), f);
  }
}

// Every way of searching that begins somewhere.
template <template <class> class Algorithm>
void expect_wrong_at_once(const std::string& how, process_id n = 2) {
  const parameters size{.n = n};
  program_of<Algorithm> once(size, {.passages = 1});
  const program_of<Algorithm> for_ever(size, {.passages = 0}), buffered(size, {.passages = 1, .buffer = 2});
  question asked;
  asked.random_steps = 100;
  for (const unsigned threads : {1U, 3U}) {
    asked.limits.threads = threads;
    expect_wrong_at_once(once, asked, how);
  }
  expect_wrong_at_once(for_ever, asked, how);  // where there are tickets: known by their order only
  expect_wrong_at_once(buffered, asked, how);
  asked.lazily = true;
  expect_wrong_at_once(once, asked, how);
  asked.lazily = false;
  asked.by_replay = true;
  expect_wrong_at_once(once, asked, how);
  asked.by_replay = false;
  once.how().preemptions = 1;
  expect_wrong_at_once(once, asked, how);
  asked.by_single_steps = true;
  expect_wrong_at_once(once, asked, how);
}

TEST(first_step, beyond_the_array) {
  expect_wrong_at_once<peterson>("process 2 accesses a register that the array does not have", 3);
}
TEST(first_step, of_another) {
  expect_wrong_at_once<writes_to_another>("process 1 is about to write what is not its to write: A[0]");
}
TEST(first_step, too_large) {
  expect_wrong_at_once<writes_too_much>("process 1 is about to write a value outside the domain of A[1]");
}
TEST(first_step, no_look) {
  expect_wrong_at_once<waits_without_a_look>("process 1 waits without looking at any register");
}

TEST(first_step, of_two_the_right_one) {
  const program_of<peterson> code({.n = 2}, {.passages = 0});
  EXPECT_EQ(check(code, {}).overall(), verdict::holds);
}
TEST(first_step, reads_well) {
  const program_of<peterson> code({.n = 3}, {.passages = 0});
  const report found = check(code, {});
  EXPECT_EQ(drawn(found.findings.at(0).counterexample.value()),
            "       process 0  process 1  process 2\n"
            "       process 2 accesses a register that the array does not have, with its first step\n");
}

// Of a process that has crashed: the first step of its recovery.
template <class Memory>
class recovers_wrongly {
 public:
  static constexpr problem solves = problem::mutual_exclusion;
  using passage = nothing;
  recovers_wrongly(Memory& memory, const parameters& size) : A(memory, {.name = "A", .rows = size.n, .domain = 2}) {}
  template <class Here>
  bool enter(Here& here) const {
    return here.await([&] { return A.read(1 - here.id()) == 0; });
  }
  template <class Here>
  void exit(Here& /*here*/) const {}
  template <class Here>
  void recover(Here& here) const {
    A.write(here.id(), 2);
  }

 private:
  registers<Memory> A;
};
TEST(first_step, of_a_recovery) {
  program_of<recovers_wrongly> code({.n = 2}, {.passages = 1, .recover = true});
  question asked;
  asked.claims = {claim::declarations};
  EXPECT_EQ(check(code, asked).findings.at(0).reason, "");
  code.how().crashes = 1;
  const finding f = check(code, asked).findings.at(0);
  ASSERT_EQ(f.is, verdict::violated) << f.reason;
  ASSERT_FALSE(f.counterexample.value().steps.empty());
  EXPECT_TRUE(f.counterexample->steps.back().crash) << drawn(*f.counterexample);
}

// Processes that are inside when they are born.
class born_inside final : public program {
 public:
  explicit born_inside(process_id n) : program({.n = n}, {.passages = 1}) {}
  [[nodiscard]] problem solves() const override { return problem::mutual_exclusion; }
  void run(process& self, process_id /*p*/, bool /*recovering*/) const override {
    self.now.at = stage::critical;
    self.perform({action::pause, 0, 0});
    self.finish();
  }
};
TEST(first_step, is_taken_inside) {
  question asked;
  asked.claims = {claim::exclusion};
  const finding alone = check(born_inside(1), asked).findings.at(0);
  EXPECT_EQ(alone.is, verdict::holds_up_to) << alone.reason;
  const born_inside code(2);
  const finding f = check(code, asked).findings.at(0);
  ASSERT_EQ(f.is, verdict::violated) << f.reason;
  EXPECT_EQ(f.counterexample.value().last_line, "2 are inside at once, 1 may be");
  expect_counterexample(code, code.how(), f);
}

// A client of a block, whose specification asks for nothing.
struct no_watcher {
  std::uint8_t nothing = 0;
  [[nodiscard]] static bool may(process_id /*p*/, sights /*now*/) { return true; }
  [[nodiscard]] static const char* step(process_id /*p*/, const sight& /*before*/, sights /*now*/) { return nullptr; }
};
TEST(first_step, of_a_client_of_a_block) {
  const watched_by<no_watcher> nobody;
  const auto right = check_specification(program_of<peterson>({.n = 2}, {.passages = 0}), nobody);
  EXPECT_EQ(right.broken, "");
  EXPECT_TRUE(right.complete);
  const auto wrong = check_specification(program_of<peterson>({.n = 3}, {.passages = 0}), nobody);
  EXPECT_EQ(wrong.broken, "a register is used against its declaration");
  EXPECT_TRUE(wrong.how.value().steps.empty());
  EXPECT_FALSE(wrong.complete);
}

}  // namespace
}  // namespace doorway::lab
