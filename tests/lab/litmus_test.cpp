// Litmus tests: which outcomes of a few loads and stores are possible with store buffers, and which without. The table is that of
// Sewell, Sarkar, Owens, Zappa Nardelli and Myreen, x86-TSO (2010), and of Intel's white paper on memory ordering (2007), where
// the names are from; "own" tests are what both say of a processor's own stores. It would catch a store seen too early, too late or
// in another order, and a process that does not see its own.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "doorway/core/registers.hpp"
#include "doorway/core/sections.hpp"
#include "lab/check.hpp"
#include "lab/machine/program.hpp"

namespace doorway::lab {
namespace {

struct access {
  enum class kind : std::uint8_t { store, fenced, load } what;
  process_id where;
  word value;  // a load: what it must find
};
constexpr process_id x = 0, y = 1;
constexpr access store(process_id where, word value) { return {access::kind::store, where, value}; }
constexpr access fenced(process_id where, word value) { return {access::kind::fenced, where, value}; }
constexpr access load(process_id where, word value) { return {access::kind::load, where, value}; }

struct litmus {
  const char* name;
  std::vector<access> text[2];
  bool with_buffers, without;  // possible?
  bool own = false;            // process 0 alone stores to x, and 1 to y
};
void PrintTo(const litmus& of, std::ostream* out) { *out << of.name; }

const litmus* playing = nullptr;

// Who finds what it must goes in. So two are inside at once if and only if the outcome is possible.
template <class Memory>
class accesses {
 public:
  static constexpr problem solves = problem::mutual_exclusion;
  using passage = nothing;
  accesses(Memory& memory, const parameters&)
      : V(memory, {.name = "V", .rows = 2, .domain = 3, .writer = playing->own ? writer::row : writer::anyone}) {}

  template <class Here>
  bool enter(Here& here) const {
    bool found = true;
    for (const auto& [what, where, value] : playing->text[here.id()]) {
      if (what == access::kind::store) V.write(where, value);
      else if (what == access::kind::fenced) V.announce(where, value);
      else found = V.read(where) == value && found;
    }
    return found;
  }
  template <class Here>
  void exit(Here& /*here*/) const {}

 private:
  registers<Memory> V;
};

bool possible(const litmus& of, std::uint32_t buffer) {
  playing = &of;
  const program_of<accesses> code({.n = 2}, {.passages = 1, .buffer = buffer});
  question asked;
  asked.claims = {claim::exclusion};
  const report found = check(code, asked);
  const finding& f = found.findings.at(0);
  const bool complete = f.reason.empty() || f.reason.starts_with("never happens");
  EXPECT_TRUE(f.is == verdict::violated || complete) << f.reason;
  return f.is == verdict::violated;
}

class litmus_test : public testing::TestWithParam<litmus> {};
TEST_P(litmus_test, has_its_outcome) {
  EXPECT_EQ(possible(GetParam(), 0), GetParam().without) << "sequentially consistent";
  EXPECT_EQ(possible(GetParam(), 4), GetParam().with_buffers) << "with store buffers";
}

const litmus table[] = {
    {"SB", {{store(x, 1), load(y, 0)}, {store(y, 1), load(x, 0)}}, true, false},
    {"SB_own", {{store(x, 1), load(y, 0)}, {store(y, 1), load(x, 0)}}, true, false, true},
    {"SB_fenced", {{fenced(x, 1), load(y, 0)}, {fenced(y, 1), load(x, 0)}}, false, false},
    {"SB_half_fenced", {{fenced(x, 1), load(y, 0)}, {store(y, 1), load(x, 0)}}, true, false},
    {"iwp2_1_MP", {{store(x, 1), store(y, 1)}, {load(y, 1), load(x, 0)}}, false, false},
    {"iwp2_2_LB", {{load(x, 1), store(y, 1)}, {load(y, 1), store(x, 1)}}, false, false},
    {"iwp2_4", {{store(x, 1), load(x, 1), load(y, 0)}, {store(y, 1), load(y, 1), load(x, 0)}}, true, false},
    {"iwp2_4_own", {{store(x, 1), load(x, 1), load(y, 0)}, {store(y, 1), load(y, 1), load(x, 0)}}, true, false, true},
    {"n4b", {{load(x, 2), store(x, 1)}, {load(x, 1), store(x, 2)}}, false, false},
    {"n5", {{store(x, 1), load(x, 2)}, {store(x, 2), load(x, 1)}}, false, false},
    {"newest", {{store(x, 1), store(x, 2), load(x, 2)}, {store(y, 1), store(y, 2), load(y, 2)}}, true, true},
    {"oldest", {{store(x, 1), store(x, 2), load(x, 1)}, {}}, false, false},
    {"oldest_own", {{store(x, 1), store(x, 2), load(x, 1)}, {}}, false, false, true},
    {"none_of_its_own", {{store(x, 1), store(y, 1), load(x, 0)}, {}}, false, false},
};
INSTANTIATE_TEST_SUITE_P(of, litmus_test, testing::ValuesIn(table), [](const auto& of) { return of.param.name; });

}  // namespace
}  // namespace doorway::lab
