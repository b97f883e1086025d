// The labels that traces show. It would catch labels that need the source tree to be where it was when the lab was built, and an access
// in a function without labels that is not told by the lines that call it.
#include "lab/machine/call_site.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

namespace doorway::lab {
namespace {

// The label of the first line that has this text, of a file of the library; the tree is said to be somewhere where it is not.
std::string label(const std::string& file, const std::string& text, bool leaving = false) {
  std::ifstream in(DOORWAY_SOURCE_DIR "/include/doorway/algorithms/" + file);
  std::uint32_t number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (line.find(text) != std::string::npos)
      return label_of({("/nowhere/doorway/algorithms/" + file).c_str(), number}, leaving);
  }
  return "no such line";
}

TEST(label, is_the_line_s_own) {
  EXPECT_EQ(label("k_exclusion/k_bakery_cc.hpp", "Want.announce(p, ticket)"), "80");
  EXPECT_EQ(label_of({"/nowhere/doorway/algorithms/k_exclusion/k_bakery_cc.hpp", 1}, false), "");
  EXPECT_EQ(label_of({"/nowhere/else.hpp", 1}, false), "");
}

TEST(label, in_a_function_is_that_of_its_calls) {
  const char* file = "k_exclusion/two_bits.hpp";
  EXPECT_EQ(label(file, "Flag_1.announce(i, bit)"), "1");
  EXPECT_EQ(label(file, "Flag_1.announce(i, bit)", true), "17");
  EXPECT_EQ(label(file, "Flag_2.announce(i - 1, bit)"), "9/14");
  EXPECT_EQ(label(file, "Flag_1.read(j) != 0"), "3/10") << "called by ahead, which enter calls twice";
  EXPECT_EQ(label(file, "Flag_1.read(j) != 0", true), "") << "exit does not call it";
}

// A line without a label has that of the nearest above it in its function, whatever is called in between.
TEST(label, of_a_line_without_one) {
  const auto file = testing::TempDir() + "labelled_by_hand.hpp";
  std::ofstream(file) << "void exit(Here& here) const {\n"
                         "  A.write(0);  // 9\n"
                         "}\n"
                         "void enter(Here& here) const {\n"
                         "  A.write(1);  // 7\n"
                         "\n"
                         "  step(here);\n"
                         "  B.write(1);  // 8\n"
                         "  a = b[1];\n"
                         "  if (a) go(here);\n"
                         "  step(here);\n"
                         "  A.read(2);\n"
                         "}\n";
  EXPECT_EQ(label_of({file.c_str(), 7}, false), "7");
  EXPECT_EQ(label_of({file.c_str(), 12}, false), "8");
  EXPECT_EQ(label_of({file.c_str(), 2}, true), "9");
  EXPECT_EQ(label_of({file.c_str(), 4}, false), "");
}

// Lines are told apart by both, and ordered: no line comes before itself.
TEST(label, is_of_one_line_of_one_file) {
  const source_line one{"a.hpp", 1}, next{"a.hpp", 2}, other{"b.hpp", 1};
  EXPECT_TRUE((one == source_line{"a.hpp", 1}));
  EXPECT_FALSE(one == next);
  EXPECT_FALSE(one == other);
  EXPECT_TRUE(one < next && one < other);
  EXPECT_FALSE(one < one || next < one || other < one);
}

}  // namespace
}  // namespace doorway::lab
