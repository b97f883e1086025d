// The lab with store buffers (x86-TSO): every algorithm with the fences that it ships with, without each of them, and parking.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "doorway/algorithms/k_exclusion/k_bakery.hpp"
#include "doorway/algorithms/k_exclusion/k_bakery_cc_fast.hpp"
#include "doorway/algorithms/mutual_exclusion/bakery.hpp"
#include "lab/catalogue/catalogue.hpp"
#include "lab/check.hpp"
#include "lab/fences_tables.hpp"
#include "lab/machine/program_by_name.hpp"
#include "lab/settings/with_parking.hpp"
#include "lab/trace/replay_trace.hpp"
#include "wrong/bakery_no_fences.hpp"
#include "wrong/k_bakery_cc_fast_no_fence.hpp"

namespace doorway::lab {
namespace {

constexpr std::uint32_t buffer = 16;

const std::vector<claim> fair{claim::exclusion, claim::starvation_freedom};
const std::vector<claim> order{claim::exclusion, claim::starvation_freedom, claim::fcfs};

report ask(const program& code, const std::vector<claim>& claims) {
  question asked;
  asked.claims = claims;
  asked.limits.threads = 1;
  asked.limits.seconds = 600;
  asked.random_steps = 5000;
  return check(code, asked);
}

std::string spelt(const report& of) {
  std::string text;
  for (const auto& f : of.findings)
    text += std::string(name(f.what)) + ": " + std::string(name(f.is)) + " " + f.bound + f.reason + "\n" +
            (f.counterexample ? drawn(*f.counterexample) : "");
  return text;
}

bool holds(const report& of) {
  return std::all_of(of.findings.begin(), of.findings.end(), [](const finding& f) {
    return f.is == verdict::holds || (f.is == verdict::holds_up_to && f.bound.find("buffer") == std::string::npos);
  });
}

// Two are inside because of what is in their buffers, and the run that the lab shows is one of the real code; sequentially
// consistent, the same text is right. `first`: the store that is left in a buffer.
template <template <class> class Wrong>
void expect_broken_by_buffers(const std::string& first) {
  const program_of<Wrong> code({.n = 2}, {.passages = 1, .buffer = buffer});
  const report found = ask(code, {claim::exclusion});
  ASSERT_EQ(found.overall(), verdict::violated) << spelt(found);
  const trace& why = found.findings.at(0).counterexample.value();
  const auto again = rerun(code, why);
  EXPECT_TRUE(again.complaint.empty()) << again.complaint;
  EXPECT_TRUE(again.broken.contains("exclusion"));
  const std::string text = drawn(why);
  EXPECT_NE(text.find(first + " in its buffer"), std::string::npos) << text;
  const report consistent = ask(program_of<Wrong>({.n = 2}, {.passages = 2}), order);
  EXPECT_TRUE(holds(consistent)) << spelt(consistent);
}
TEST(tso, bakery_without_fences) { expect_broken_by_buffers<wrong::bakery_no_fences>("48 Doorway[0] := 1"); }
TEST(tso, k_bakery_cc_fast_without_its_fence) {
  expect_broken_by_buffers<wrong::k_bakery_cc_fast_no_fence>("78 Want[0] := 0");
}

// A memory on which every write is announced.
template <class Memory>
class announcing {
 public:
  struct array : Memory::array {
    void write(cell at, word value) const { this->announce(at, value); }
  };
  explicit announcing(Memory& memory) : memory_(memory) {}
  array declare(const declaration& shape) { return {memory_.declare(shape)}; }

 private:
  Memory& memory_;
};
template <class Memory>
using announcing_bakery = wrong::on_memory<bakery, announcing<Memory>, Memory>;
template <class Memory>
using announcing_k_bakery = wrong::on_memory<k_bakery, announcing<Memory>, Memory>;

// Then nothing is ever buffered, and there are the states that there are without buffers.
template <template <class> class Algorithm>
void expect_same_states() {
  const auto states = [](std::uint32_t stores) {
    const program_of<Algorithm> code({.n = 3}, {.passages = 1, .registers = register_model::atomic, .buffer = stores});
    const report found = ask(code, {claim::exclusion, claim::starvation_freedom, claim::fcfs});
    EXPECT_TRUE(holds(found)) << spelt(found);
    return found.measured.explored.states;
  };
  EXPECT_EQ(states(0), states(buffer));
}
TEST(tso, announced_is_sequentially_consistent) {
  expect_same_states<announcing_k_bakery>();
  expect_same_states<announcing_bakery>();
}

// A buffer that may fill is a bound, and is named.
TEST(tso, a_full_buffer_is_a_bound) {
  const program_of<wrong::bakery_no_fences> code({.n = 2}, {.passages = 1, .buffer = 1});
  const report found = ask(code, {claim::declarations});
  EXPECT_NE(found.findings.at(0).bound.find("store buffers of 1"), std::string::npos) << spelt(found);
}

// One algorithm with its fences, those that docs/fences.md has in its table. Two processes show what each fence is for; whether
// three get by with them: tso_table_test.cpp.
struct subject {
  explicit subject(const std::string& algorithm) : name(algorithm) {
    const entry& one = *find_entry(name);
    claims.push_back(lab::claims(one, "starvation_freedom") ? claim::starvation_freedom : claim::deadlock_freedom);
    if (!claims_order(one)) return;
    claims.push_back(claim::fcfs);
    passages = 2;
  }
  std::string name;
  std::vector<claim> claims{claim::exclusion};
  std::uint32_t passages = 0;
};
void PrintTo(const subject& of, std::ostream* out) { *out << of.name; }

class fenced : public testing::TestWithParam<subject> {
 protected:
  [[nodiscard]] static std::vector<report> all_settings(const std::vector<source_line>& without) {
    std::vector<report> found;
    const subject& of = GetParam();
    const auto one = [&](setting how) {
      how.algorithm = of.name;
      how.size = {.n = 2, .sessions = 2};
      how.registers = register_model::atomic;
      how.passages = of.passages;
      how.buffer = buffer;
      how.domains = false;
      how.without_fences = without;
      // One that may give up for ever, or crash again and again, may keep others waiting.
      if ((how.abort || how.recover) && how.passages == 0) how.passages = 2;
      try {
        found.push_back(ask(*named_program(how), of.claims));
      } catch (const std::invalid_argument&) {  // it has no abort, or no recover
        return;
      }
    };
    one({});
    one({.abort = true});
    one({.crashes = 1, .recover = true});
    return found;
  }
};

// The first violation, and after how many steps; empty if there is none.
std::string broken_by(const std::vector<report>& settings) {
  for (const auto& found : settings)
    for (const auto& f : found.findings)
      if (f.is == verdict::violated)
        return std::string(name(f.what)) + " " + std::to_string(f.counterexample.value().steps.size());
  return "";
}

TEST_P(fenced, holds_and_needs_its_fences) {
  call_site::announces.clear();
  for (const auto& found : all_settings({})) EXPECT_TRUE(holds(found)) << spelt(found);
  const auto fences = call_site::announces;
  EXPECT_FALSE(fences.empty());
  std::vector<std::pair<std::string, std::string>> needed;  // label, what breaks without it
  for (const auto& line : fences) {
    const std::string broken = broken_by(all_settings({line}));
    EXPECT_NE(broken, "") << "nothing needs the fence at " << line.file << ":" << line.line;
    const auto entering = label_of(line, false), leaving = label_of(line, true);
    needed.emplace_back(!entering.empty() ? entering : leaving.empty() ? "-" : leaving, broken);
  }
  const auto by_number = [](const auto& a, const auto& b) {
    return std::stoi("0" + a.first) < std::stoi("0" + b.first);
  };
  std::stable_sort(needed.begin(), needed.end(), by_number);
  std::string labels, without;
  for (const auto& [label, broken] : needed) {
    labels += (labels.empty() ? "" : ", ") + label;
    without += (without.empty() ? "" : ", ") + broken;
  }
  const auto rows = documented("| Algorithm | Fences |", GetParam().name);
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].at(1), labels) << "docs/fences.md, the row of " << GetParam().name;
  EXPECT_EQ(rows[0].at(4), without) << "docs/fences.md, the row of " << GetParam().name;
}

std::vector<subject> subjects() {
  std::vector<subject> all;
  for (const auto& row : documented("| Algorithm | Fences |")) all.emplace_back(row.at(0));
  return all;
}
INSTANTIATE_TEST_SUITE_P(ships, fenced, testing::ValuesIn(subjects()), [](const auto& one) {
  std::string text = one.param.name;
  std::replace(text.begin(), text.end(), '-', '_');
  return text;
});

// One process of the one-bit algorithm may be kept out for ever (Taubenfeld 2006, section 2.3.3); so with buffers, where on that
// round stores must reach memory again and again. It would catch a round that is not found because it needs the buffers.
TEST(tso, one_bit_lets_starve) {
  const auto code = named_program(
      {.algorithm = "one-bit", .size = {.n = 2}, .passages = 0, .registers = register_model::atomic, .buffer = buffer});
  const report found = ask(*code, {claim::starvation_freedom});
  ASSERT_EQ(found.overall(), verdict::violated) << spelt(found);
  const trace& why = found.findings.at(0).counterexample.value();
  const auto again = rerun(*code, why);
  EXPECT_EQ(again.complaint, "") << drawn(why);
  EXPECT_TRUE(again.broken.contains("starvation-freedom")) << drawn(why);
  const bool drains = std::any_of(why.steps.begin() + static_cast<std::ptrdiff_t>(why.loop), why.steps.end(),
                                  [](const trace_step& step) { return step.kind == action::drain; });
  EXPECT_TRUE(drains) << drawn(why);
}

// Parking as it ships: nobody sleeps for ever, and without any one of its fences somebody does.
template <template <class> class Algorithm>
report parked_with(const std::vector<source_line>& without) {
  const program_of<Algorithm, parked<>> code({.n = 2, .k = 1},
                                             {.passages = 2, .buffer = buffer, .without_fences = without});
  return ask(code, fair);
}
TEST(tso, parking_holds_and_needs_its_fences) {
  call_site::announces.clear();
  const report words = parked_with<bakery>({});
  EXPECT_TRUE(holds(words)) << spelt(words);
  const report ships = parked_with<k_bakery_cc_fast>({});
  EXPECT_TRUE(holds(ships)) << spelt(ships);
  const report mailboxes = parked_with<k_bakery>({});
  EXPECT_TRUE(holds(mailboxes)) << spelt(mailboxes);
  const auto fences = call_site::announces;
  EXPECT_GE(fences.size(), 4U);  // a, 3, 4, e; 4 is two lines
  for (const auto& line : fences)
    EXPECT_TRUE(parked_with<bakery>({line}).overall() == verdict::violated ||
                parked_with<k_bakery>({line}).overall() == verdict::violated)
        << line.file << ":" << line.line;
}

}  // namespace
}  // namespace doorway::lab
