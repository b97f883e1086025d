#include "lab/properties/property.hpp"

namespace doorway::lab::properties {

// A search always watches it: a process that has broken a declaration takes no more steps, and what is true then might be so only
// because it stands still.
constexpr property declarations{
    .name = "declarations",
    .means = "registers are written by whom and with what they are declared to be, and a process that waits looks",
    .claimed = {{{"bounded_registers", "bounded registers", "no register grows without a bound", "exclusion"}}},
    .watch = [](watch& on, const inquiry&) { on.flaws = claim::declarations; },
    .run = [](const witness& of) -> std::string {
      return of.wrong() == flaw::none ? "" : "a process does what it must not";
    },
    .ends = "does what it must not",
    .flaws = {"narrow"},
};

}  // namespace doorway::lab::properties
