// Random runs of the whole system: which values do the registers really take? The learner begins with those.
#pragma once

#include <cstdint>

#include "lab/automata/automaton.hpp"
#include "lab/machine/program.hpp"

namespace doorway::lab {

// Makes readable in `values` what somebody reads in about `steps` steps of randomly scheduled runs, in each of which up to
// `crashes` processes crash.
void walk(const program& code, value_table& values, std::uint32_t steps, std::uint32_t seed, std::uint32_t crashes);

}  // namespace doorway::lab
