// Asking the lab about files that vanish, for vanishing_test.cpp and vanishing_deep_test.cpp.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>

#include "lab/check.hpp"
#include "lab/settings/vanishing.hpp"

namespace doorway::lab {

constexpr std::uint32_t for_ever = 0;

template <class Making = making_as_it_ships>
report ask(const vanishing& what, claim about, std::uint32_t passages = for_ever, std::uint32_t deaths = 0) {
  const vanishing_program<Making> code(what, {.passages = passages, .crashes = deaths});
  question asked;
  asked.claims = {about};
  asked.dead_are_out = true;
  asked.limits.memory = std::size_t{4} << 30U;
  return check(code, asked);
}
inline void expect_is(const report& answer, verdict is) {
  const finding& f = answer.findings.at(0);
  EXPECT_EQ(name(f.is), name(is)) << name(f.what) << ": " << f.reason << '\n'
                                  << (f.counterexample ? drawn(*f.counterexample) : "");
}

}  // namespace doorway::lab
