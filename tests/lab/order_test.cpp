// The order of arrival, on programs made for it: each is a few lines, and whether it keeps the order is told by hand beside it. The
// register that all of them wait on for ever never holds `never`.
#include <gtest/gtest.h>

#include "doorway/core/registers.hpp"
#include "doorway/core/sections.hpp"
#include "lab/check.hpp"
#include "lab/machine/program.hpp"
#include "lab/trace/directed.hpp"
#include "lab/trace/replay_trace.hpp"

namespace doorway::lab {
namespace {

constexpr word never = 9;

template <class Memory>
class with_bits {
 public:
  static constexpr problem solves = problem::mutual_exclusion;
  using passage = nothing;
  with_bits(Memory& memory, const parameters& size) : A(memory, {.name = "A", .rows = size.n, .domain = 3}) {}
  template <class Here>
  void exit(Here& /*here*/) const {}
  template <class Here>
  void recover(Here& /*here*/) const {}  // takes no step: a process that comes back is on its way at once

 protected:
  template <class Here>
  bool wait_for_ever(Here& here) const {
    return here.await([&] { return A.read(here.id()) == never; });
  }
  registers<Memory> A;
};

finding ask(const program& code, claim what) {
  question asked;
  asked.claims = {what};
  return check(code, asked).findings.at(0);
}
void expect_violated(const program& code, claim what) {
  const finding f = ask(code, what);
  ASSERT_EQ(f.is, verdict::violated) << name(f.is) << ' ' << f.reason;
  const auto again = rerun(code, f.counterexample.value());
  EXPECT_EQ(again.complaint, "");
  EXPECT_TRUE(again.broken.contains(std::string(name(what)))) << drawn(*f.counterexample);
}

// 1 marks its first passage and then waits, so it gets in only if it comes back from a crash. 0 waits for ever if it finds the
// mark, and so has arrived when 1 was on its first passage and not before. When 1 sets out again, it goes in at once, and
// overtakes 0. It would catch that a process that comes back is not seen to set out.
template <class Memory>
class comes_back_and_overtakes : public with_bits<Memory> {
 public:
  using with_bits<Memory>::with_bits;
  template <class Here>
  bool enter(Here& here) const {
    if (here.id() == 0) {
      if (this->A.read(1) == 0) return true;
      here.end_of_doorway();
      return this->wait_for_ever(here);
    }
    if (this->A.read(1) == 1) return true;
    this->A.write(1, 1);
    return this->wait_for_ever(here);
  }
};
TEST(order, of_one_who_comes_back_and_overtakes) {
  program_of<comes_back_and_overtakes> code({.n = 2}, {.passages = 2, .recover = true});
  EXPECT_NE(ask(code, claim::fcfs).is, verdict::violated);
  code.how().crashes = 1;
  expect_violated(code, claim::fcfs);
}

// 0 arrives and waits; when it comes back from a crash it says so to 1 if that has set out meanwhile, and waits again. 1 goes in
// only then, having set out before 0 arrived for the second time; and 0's first arrival is over. On its second passage 1 waits. So
// nobody is overtaken. It would catch that a process that comes back is thought to be waiting still.
template <class Memory>
class comes_back_behind : public with_bits<Memory> {
 public:
  using with_bits<Memory>::with_bits;
  template <class Here>
  bool enter(Here& here) const {
    if (here.id() == 1) {
      if (this->A.read(1) == 1) return this->wait_for_ever(here);
      this->A.write(1, 1);
      return here.await([&] { return this->A.read(0) == 2; });
    }
    if (this->A.read(0) == 0) this->A.write(0, 1);
    else if (this->A.read(1) == 1) this->A.write(0, 2);
    here.end_of_doorway();
    return this->wait_for_ever(here);
  }
};
TEST(order, of_one_who_comes_back_behind) {
  const program_of<comes_back_behind> code({.n = 2}, {.passages = 2, .crashes = 1, .recover = true});
  const finding f = ask(code, claim::fcfs);
  EXPECT_EQ(f.is, verdict::holds_up_to) << f.reason << (f.counterexample ? drawn(*f.counterexample) : "");
}

// 2 goes in with its first step, and by the same step 0 may: whenever it is overtaken, it can. 1 arrives only when 0 has, so 2
// overtakes both or 0 alone; and 1 cannot go in, ever. It would catch that only the first of those who are overtaken counts.
template <class Memory>
class overtakes_two : public with_bits<Memory> {
 public:
  using with_bits<Memory>::with_bits;
  template <class Here>
  bool enter(Here& here) const {
    if (here.id() == 2) {
      this->A.write(2, 1);
      return true;
    }
    if (here.id() == 0) {
      this->A.write(0, 1);
      here.end_of_doorway();
      return here.await([&] { return this->A.read(2) == 1; });
    }
    if (this->A.read(0) == 0) return true;
    here.end_of_doorway();
    return this->wait_for_ever(here);
  }
};
TEST(order, of_two_who_are_overtaken) {
  const program_of<overtakes_two> code({.n = 3}, {.passages = 1});
  expect_violated(code, claim::fife);
  EXPECT_EQ(ask(code, claim::fife).counterexample.value().last_line,
            "process 1 has been overtaken, and cannot enter on its own");
}

// 1 goes past 0, which waits, `Times` times; then it waits, and 0 goes in. So 0 is overtaken so often and no more. It would catch a
// first time that counts as the second, and a second that is forgotten; and in the judge of a run, which must agree, both.
template <class Memory, word Times>
class goes_past : public with_bits<Memory> {
 public:
  using with_bits<Memory>::with_bits;
  template <class Here>
  bool enter(Here& here) const {
    if (here.id() == 0) {
      this->A.write(0, 1);
      here.end_of_doorway();
      return here.await([&] { return this->A.read(1) == Times; });
    }
    const word times = this->A.read(1);
    if (times == Times) return this->wait_for_ever(here);
    if (this->A.read(0) == 1) this->A.write(1, times + 1);
    return true;
  }
};
template <class Memory>
using goes_past_once = goes_past<Memory, 1>;
template <class Memory>
using goes_past_twice = goes_past<Memory, 2>;
TEST(order, of_one_who_is_overtaken_once) {
  const program_of<goes_past_once> code({.n = 2}, {.passages = 2});
  expect_violated(code, claim::fcfs);
  const finding f = ask(code, claim::bounded_overtaking);
  EXPECT_EQ(f.is, verdict::holds_up_to) << f.reason << (f.counterexample ? drawn(*f.counterexample) : "");
  const auto run = directed(code, "0 until waits\n1 until inside", "bounded-overtaking");
  EXPECT_EQ(run.last_line, "") << drawn(run);
}
TEST(order, of_one_who_is_overtaken_twice) {
  expect_violated(program_of<goes_past_twice>({.n = 2}, {.passages = 2}), claim::bounded_overtaking);
}

// On its first passage 0 lets 1 set out and is inside before it; 1 goes in when 0 waits again, and on its next passage overtakes 0,
// for the first time. It would catch that one who has gone in is thought to be waited for still: then it was overtaken twice.
template <class Memory>
class overtaken_later : public with_bits<Memory> {
 public:
  using with_bits<Memory>::with_bits;
  template <class Here>
  bool enter(Here& here) const {
    if (here.id() == 1) {
      if (this->A.read(0) != 1 || this->A.read(1) == 1) return true;
      this->A.write(1, 1);
      return here.await([&] { return this->A.read(0) == 2; });
    }
    const bool again = this->A.read(0) == 1;
    this->A.write(0, again ? 2 : 1);
    here.end_of_doorway();
    return again ? this->wait_for_ever(here) : here.await([&] { return this->A.read(1) == 1; });
  }
};
TEST(order, of_one_who_is_overtaken_when_it_comes_again) {
  const finding f = ask(program_of<overtaken_later>({.n = 2}, {.passages = 2}), claim::bounded_overtaking);
  EXPECT_EQ(f.is, verdict::holds_up_to) << f.reason << (f.counterexample ? drawn(*f.counterexample) : "");
}

// 1 goes past 0 on each of their two passages, and so lets it in: once each time that 0 waits, for then 1 waits until 0 comes again. It would catch a judge who adds up what
// happened to 0 on several passages.
template <class Memory>
class overtaken_each_time : public with_bits<Memory> {
 public:
  using with_bits<Memory>::with_bits;
  template <class Here>
  bool enter(Here& here) const {
    if (here.id() == 1) {
      const word now = this->A.read(0);
      if (now != this->A.read(1)) this->A.write(1, now);
      else if (now != 0) return here.await([&] { return this->A.read(0) != now; });
      return true;
    }
    const word now = this->A.read(0) + 1;
    this->A.write(0, now);
    here.end_of_doorway();
    return here.await([&] { return this->A.read(1) == now; });
  }
};
TEST(order, of_one_who_is_overtaken_each_time) {
  const program_of<overtaken_each_time> code({.n = 2}, {.passages = 2});
  const finding f = ask(code, claim::bounded_overtaking);
  EXPECT_EQ(f.is, verdict::holds_up_to) << f.reason << (f.counterexample ? drawn(*f.counterexample) : "");
  const auto run = directed(code, R"(
    0 until waits
    1 until inside
    1 until out
    0 until inside
    0 until out
    0 until waits
    1 until inside)",
                            "bounded-overtaking");
  EXPECT_EQ(run.last_line, "") << drawn(run);
}

}  // namespace
}  // namespace doorway::lab
