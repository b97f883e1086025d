// What every counterexample must be: a run of the real code that ends in the violation, that fits on a screen, and that can be
// written and read again as JSON, which is what `doorway-lab check --trace` and `doorway-lab replay` do.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "lab/catalogue/trace_json.hpp"

namespace doorway::lab {

inline void expect_counterexample(const program& code, const setting& of, const finding& f) {
  constexpr std::ptrdiff_t screen = 54;
  ASSERT_TRUE(f.counterexample.has_value()) << name(f.what) << ": " << name(f.is) << ' ' << f.reason;
  const std::string picture = drawn(*f.counterexample);
  EXPECT_LE(std::count(picture.begin(), picture.end(), '\n'), screen) << picture;
  EXPECT_NE(f.counterexample->last_line, "");

  const std::string text = trace_json(of, f).dump(1);
  if (const char* folder = std::getenv("DOORWAY_TRACES"); folder != nullptr) {  // to look at them, to replay them
    const auto file = std::filesystem::path(folder) / (of.algorithm + "." + std::string(name(f.what)));
    std::ofstream(file.string() + ".txt") << picture;
    std::ofstream(file.string() + ".json") << text << '\n';
  }
  const read_trace again = parse_trace(text);
  EXPECT_EQ(drawn(again.steps), picture);
  rerun_result seen;
  EXPECT_EQ(objection(code, again, seen), "") << picture;
}

}  // namespace doorway::lab
