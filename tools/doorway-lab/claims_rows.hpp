// The rows of the claims table: what a paper says of an algorithm, what was checked, what came out, and whether they agree.
// All of it from the catalogue.
#pragma once

#include <string>
#include <vector>

#include "lab/catalogue/catalogue.hpp"

namespace doorway::lab {

struct claim_row {
  std::string algorithm;
  std::string paper;      // "Danek 2011"
  std::string place;      // "Theorem 5.9"
  std::string claim;      // "starvation-free, with up to k-1 crashes"
  std::string property;   // that the verdict answers, as the lab calls it: "exclusion, bounded-abort"
  std::string checked;    // n, k, passages, crashes, registers: "2/1, 3/1: 2 passages, safe"; empty if nothing was
  std::string verdict;    // HOLDS, HOLDS up to the bound, VIOLATED, INCONCLUSIVE, or what a measurement or a test says
  std::string mutants;    // HOLDS up to: which are VIOLATED in the same settings
  std::string agreement;  // agrees, paper wrong, printed figure incomplete, not checked, DISAGREES
  std::string why;
  std::string command;  // that asks the largest of these settings again; empty: none does
};

[[nodiscard]] std::vector<claim_row> claim_rows(const entry& algorithm);

// "2/1, 3/1, 3/2: 2 passages, k-1 crashes, safe registers; 4/2: ..." of entries of `checked`
[[nodiscard]] std::string settings_text(const std::vector<entry>& checks);

}  // namespace doorway::lab
