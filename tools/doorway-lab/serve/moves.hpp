// What each process may do next, in words and as a link spells it.
#pragma once

#include <string>

#include "lab/catalogue/catalogue.hpp"
#include "lab/machine/world.hpp"

namespace doorway::lab::serving {

// Of these, the page shows a button each; of more, a field for the number.
inline constexpr word most_buttons = 8;

// "reads Want[1]", "leaves", "waits until a store of its own has reached memory"
[[nodiscard]] std::string next_of(const world& on, process_id p);

// The values that p's next step may take from outside are 0 to one less than this; 0: nothing is open.
[[nodiscard]] word open_values(const world& on, process_id p);

// Whether the setting lets another process crash.
[[nodiscard]] bool crashes_left(const world& on);

// [{"step": "0_1", "does": "gives up"} ...]; where there are too many to choose from, "most" says how large the number after "0_" may be.
[[nodiscard]] entry moves_json(const world& on, process_id p);

}  // namespace doorway::lab::serving
