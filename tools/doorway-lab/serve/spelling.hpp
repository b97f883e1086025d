// A run as a link spells it. A step is "0" (process 0 goes on), "0_3" (and 3 is what nothing else decides: a choice, or what a read sees
// that meets a write), "0x" (it crashes), "0d" (its oldest store reaches memory). Between steps stands a full stop.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lab/machine/world.hpp"
#include "lab/trace/trace.hpp"

namespace doorway::lab::serving {

// A run that is played here has at most so many steps.
inline constexpr std::size_t most_steps = 2000;

[[nodiscard]] std::string spelt(const world::move& step);
[[nodiscard]] std::string spelt(const std::vector<world::move>& run);
// Throws refused (programs.hpp).
[[nodiscard]] std::vector<world::move> run_from(std::string_view text);

// The moves of a trace that was told of this program. Throws refused where the code does something else.
[[nodiscard]] std::vector<world::move> moves_of(const program& code, const trace& of);
// And the trace of moves. Throws refused where one cannot be.
[[nodiscard]] trace told(const program& code, const std::vector<world::move>& run);

}  // namespace doorway::lab::serving
