// What the papers claim of an algorithm, in a few words.
#pragma once

#include <string>

#include "lab/catalogue/entry.hpp"
#include "lab/properties/property.hpp"

namespace doorway::lab {

// "starvation-free (k-1 crashes), FIFE, resets": the strongest of each kind, and nothing that all of them have.
[[nodiscard]] std::string summary(const entry& one);

// "safe", "safe (Ticket atomic)"
[[nodiscard]] std::string register_class(const entry& one);

// "Figure 5.4", "Figures 5.9, 5.10": with the paper's year and first author.
[[nodiscard]] std::string source(const entry& one);

}  // namespace doorway::lab
