#include "lab/rmr/plot.hpp"

#include <gtest/gtest.h>

namespace doorway::lab::rmr {
namespace {

std::size_t count(const std::string& in, const std::string& what) {
  std::size_t found = 0;
  for (auto at = in.find(what); at != std::string::npos; at = in.find(what, at + 1)) ++found;
  return found;
}

TEST(plot, draws_two_curves_for_each_schedule) {
  study what;
  for (const auto* name : {"random", "greedy"}) {
    line one;
    one.schedule = name;
    for (const process_id n : {2U, 4U, 8U}) one.by_n.push_back({.n = n, .mean = 2.0 * n, .worst = 3ULL * n});
    what.lines.push_back(one);
  }
  const auto picture = plot(what, "a < b & c");
  EXPECT_EQ(picture.find("<svg xmlns="), 0U);
  EXPECT_EQ(picture.substr(picture.size() - 7), "</svg>\n");
  EXPECT_EQ(count(picture, "<polyline"), 4U);
  EXPECT_EQ(count(picture, "<circle"), 8U) << "three points and one in the legend, twice";
  EXPECT_NE(picture.find("a &lt; b &amp; c"), std::string::npos);
  EXPECT_NE(picture.find(">greedy<"), std::string::npos);
  EXPECT_EQ(picture.find("local-spin"), std::string::npos);
  EXPECT_EQ(picture.find("nan"), std::string::npos);

  what.waits.met = true;
  what.waits.per_evaluation = 1;
  EXPECT_NE(plot(what, "").find("not local-spin"), std::string::npos);
}

}  // namespace
}  // namespace doorway::lab::rmr
