// What a directed schedule must do: break a claim on the wrong algorithm, and not on the right one.
#pragma once

#include <gtest/gtest.h>

#include <string_view>

#include "lab/check.hpp"
#include "lab/counterexample.hpp"
#include "lab/machine/program_by_name.hpp"
#include "lab/trace/directed.hpp"

namespace doorway::lab {

template <template <class> class Algorithm>
void expect_broken(claim what, const setting& of, std::string_view script) {
  const program_of<Algorithm> code(of.size, of);
  finding f;
  f.what = what;
  f.is = verdict::violated;
  f.counterexample = directed(code, script, name(what));
  expect_counterexample(code, of, f);
}

// Either the run cannot be performed, because the algorithm does something else, or nothing is broken.
template <template <class> class Algorithm>
void expect_safe(claim what, const setting& of, std::string_view script) {
  const program_of<Algorithm> code(of.size, of);
  try {
    EXPECT_EQ(directed(code, script, name(what)).last_line, "");
  } catch (const something_else&) {
    SUCCEED();
  }
}

}  // namespace doorway::lab
