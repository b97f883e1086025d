// What a directed schedule must do: break a claim on the wrong algorithm, and not on the right one.
#pragma once

#include <gtest/gtest.h>

#include <string_view>

#include "lab/counterexample.hpp"
#include "lab/machine/program_by_name.hpp"
#include "lab/trace/directed.hpp"
#include "lab/verdict.hpp"

namespace doorway::lab {

template <template <class> class Algorithm>
void expect_broken(claim what, const subject_of_check& of, std::string_view script) {
  program_of<Algorithm> code(of.size, of.conduct);
  set_registers(code, of.registers);
  finding f;
  f.what = what;
  f.is = verdict::violated;
  f.counterexample = directed(code, script, name(what));
  expect_counterexample(code, of, f);
}

// Either the run cannot be performed, because the algorithm does something else, or nothing is broken.
template <template <class> class Algorithm>
void expect_safe(claim what, const subject_of_check& of, std::string_view script) {
  program_of<Algorithm> code(of.size, of.conduct);
  set_registers(code, of.registers);
  try {
    EXPECT_EQ(directed(code, script, name(what)).last_line, "");
  } catch (const something_else&) {
    SUCCEED();
  }
}

}  // namespace doorway::lab
