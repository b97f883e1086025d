// Asks the lab about an algorithm with parking, on atomic registers.
#pragma once

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "lab/check.hpp"
#include "lab/settings/with_parking.hpp"

namespace doorway::lab {

template <template <class> class Algorithm, template <class> class Lot = parking>
report look(const parameters& size, const setting& how, std::vector<claim> claims) {
  program_of<Algorithm, parked<Lot>> code(size, how);
  for (auto& r : code.shared().registers()) r.safe = false;
  question asked;
  asked.claims = std::move(claims);
  asked.limits.memory = std::size_t{6} << 30U;
  asked.limits.seconds = 1500;
  return check(code, asked);
}

inline void expect_holds(const report& answer) {
  for (const auto& f : answer.findings)
    EXPECT_EQ(f.is, verdict::holds_up_to) << name(f.what) << ": " << name(f.is) << ' ' << f.reason
                                          << (f.counterexample ? "\n" + drawn(*f.counterexample) : "");
  testing::Test::RecordProperty("states", static_cast<int>(answer.measured.explored.states));
}

}  // namespace doorway::lab
