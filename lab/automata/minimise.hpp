// Minimisation: two states of a component are one if they show the same and every input leads to states that are one.
//
// By partition refinement: first by what is shown (kind, register and value of the pending operation, section, own
// registers), then again and again by the classes of the successors, crashes included, until nothing splits. An input of
// which nothing is known is a class of its own, so that ignorance is never merged with knowledge.
#pragma once

#include "lab/automata/automaton.hpp"

namespace doorway::lab {

// The smallest automaton that behaves like `from`, its states numbered in the order of a breadth-first walk from 0.
[[nodiscard]] automaton minimise(const automaton& from);

}  // namespace doorway::lab
