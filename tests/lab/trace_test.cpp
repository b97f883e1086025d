// How a counterexample is drawn where its steps are more than fit: what belongs together is one line, and nothing else is. And which
// words on a stack are tickets. It would catch a line that hides where the repetition begins, and a word that lies behind the stack.
#include "lab/trace/trace.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "doorway/algorithms/mutual_exclusion/bakery.hpp"
#include "lab/automata/ticket_words.hpp"
#include "lab/machine/program.hpp"
#include "lab/trace/directed.hpp"

namespace doorway::lab {
namespace {

trace_step looks(process_id p, const std::string& name, word value, const std::string& label) {
  trace_step step;
  step.p = p;
  step.kind = action::read;
  step.name = name;
  step.label = label;
  step.value = value;
  step.before = step.after = stage::waiting;
  return step;
}

TEST(drawing, puts_the_steps_at_one_label_together) {
  trace of;
  of.n = 1;
  for (const auto* name : {"W[0]", "W[1]", "W[2]", "W[3]"}) of.steps.push_back(looks(0, name, 0, "3"));
  of.steps.push_back(looks(0, "W[4]", 0, "4"));
  of.loop = of.steps.size();
  EXPECT_EQ(drawn(of, 120, 2),
            "       process 0\n"
            "   1   3 W[0..3] = 0 0 0 0\n"
            "   5   4 W[4] = 0\n");
  // What repeats begins on a line of its own,
  of.loop = 1;
  EXPECT_EQ(drawn(of, 120, 3),
            "       process 0\n"
            "   1   3 W[0] = 0\n"
            "       then for ever:\n"
            "   2 | 3 W[1..3] = 0 0 0\n"
            "   5 | 4 W[4] = 0\n");
  // and after the critical step a line ends.
  of.loop = of.steps.size();
  of.critical = 1;
  EXPECT_EQ(drawn(of, 120, 3),
            "       process 0\n"
            "   1 * 3 W[0..1] = 0 0\n"
            "   3   3 W[2..3] = 0 0\n"
            "   5   4 W[4] = 0\n");
}
TEST(drawing, puts_the_steps_of_no_two_processes_together) {
  trace of;
  of.n = 2;
  of.steps = {looks(0, "W[0]", 0, "3"), looks(1, "W[1]", 0, "3"), looks(1, "W[2]", 1, "3")};
  of.loop = of.steps.size();
  EXPECT_EQ(drawn(of, 120, 2),
            "       process 0   process 1\n"
            "   1   3 W[0] = 0\n"
            "   2               3 W[1..2] = 0 1\n");
}

// The judge of a run, of one in which all registers are back at their initial values. It would catch one that looks for those which are.
TEST(judge, of_registers_that_are_reset) {
  const program_of<bakery> code({.n = 2}, {.passages = 1, .registers = register_model::atomic});
  EXPECT_EQ(directed(code, "0 until out", "resets").last_line, "");
  EXPECT_EQ(directed(code, "0 until inside", "resets").last_line, "");
}

TEST(tickets, are_looked_for_on_the_stack_and_not_behind_it) {
  component::state in;
  in.stack.resize(4 * sizeof(word));
  const word ticket = ticket_zero + 3;
  for (std::size_t i = 0; i < 4; ++i) std::memcpy(&in.stack[i * sizeof(word)], &ticket, sizeof ticket);
  in.stack.resize(2 * sizeof(word));  // the others are still where they were
  std::vector<word> found;
  for_each_ticket(in, [&](word& one) { found.push_back(one); });
  EXPECT_EQ(found, (std::vector<word>{ticket, ticket}));
}
// The lower half of a ticket, below what else was there: not if the whole may be an address, from 2^44 up to 2^47.
TEST(tickets, are_known_by_their_lower_half_but_for_addresses) {
  constexpr word lower_half = 0xFFFF'FFFF;
  for (const word upper : {0x0000U, 0x0FFFU, 0x8000U, 0xFFFFU, 0x1000U, 0x7FFFU}) {
    const bool address = upper == 0x1000U || upper == 0x7FFFU;
    const word left = upper << 32U | ((ticket_zero + 3) & lower_half);
    component::state in;
    in.stack.resize(sizeof left);
    std::memcpy(in.stack.data(), &left, sizeof left);
    std::vector<word> found;
    for_each_ticket(in, [&](word& one) { found.push_back(one); });
    EXPECT_EQ(found, address ? std::vector<word>{} : std::vector<word>{ticket_zero + 3}) << upper;
  }
}

}  // namespace
}  // namespace doorway::lab
