// What can be asked of an algorithm. A property is one file of this folder, NAME.cpp (property.hpp says what is in it), and one
// line here: all who list the properties have them from these lines.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

// The first four are what is asked where nobody says.
// clang-format off
#define DOORWAY_LAB_PROPERTIES(one) \
  one(exclusion) \
  one(declarations) \
  one(deadlock_freedom) \
  one(starvation_freedom) \
  one(weak_deadlock_freedom) \
  one(fcfs) \
  one(fife) \
  one(bounded_overtaking) \
  one(bounded_exit) \
  one(bounded_abort) \
  one(concurrent_entry) \
  one(strong_concurrent_entry) \
  one(wait_free_up_to_k) \
  one(resets)
// clang-format on

namespace doorway::lab {

#define DOORWAY_LAB_ENUMERATOR(name) name,
enum class claim : std::uint8_t { DOORWAY_LAB_PROPERTIES(DOORWAY_LAB_ENUMERATOR) };
#undef DOORWAY_LAB_ENUMERATOR

[[nodiscard]] std::string_view name(claim what);
[[nodiscard]] std::optional<claim> find_claim(std::string_view name);
[[nodiscard]] std::string claim_names();  // all, with commas

}  // namespace doorway::lab
