// How an entry of the catalogue is written: a run is a few lines, a claim is one. What is read and written again has not changed,
// so a diff shows what has.
#pragma once

#include <string>

#include "lab/catalogue/catalogue.hpp"

namespace doorway::catalogue_fill {

using lab::entry;

// The parts of a setting, in the order in which a run has them; "of": whose, where that is not the algorithm.
inline constexpr const char* setting_fields[] = {"of",          "n",       "k",         "l",     "sessions",
                                                 "passages",    "crashes", "registers", "abort", "recover",
                                                 "preemptions", "cap",     "arrays"};
// What was asked with what: `checked`, `plain`, `wrong`.
inline constexpr const char* lists[] = {"checked", "plain", "wrong"};

// The setting of a run, and nothing else of it.
[[nodiscard]] entry setting_of(const entry& run);

// The file of an entry. The runs are sorted: the deep ones last, the small ones first. `plain` and `wrong` are there if there are any.
[[nodiscard]] std::string laid_out(const entry& algorithm);

}  // namespace doorway::catalogue_fill
