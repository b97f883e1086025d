// What is watched in a search, on every edge (model.hpp).
#pragma once

#include <cstdint>
#include <optional>

#include "lab/search/monitor.hpp"
#include "lab/search/ticket_order.hpp"

namespace doorway::lab {

struct watch {
  std::optional<claim> crowding{};  // too many are inside: this breaks
  std::optional<claim> flaws{};     // a process does what it must not: this breaks
  bool dead_are_out = false;        // a process that crashed inside is inside no longer
  bool sessions = false;            // group exclusion: inside together means with the same session
  std::uint32_t inside = 1;         // how many may be inside at once
  std::optional<std::uint32_t> preemptions{};
  const ticket_order* tickets = nullptr;  // they are known by their order only
  monitors remembered{};
};

}  // namespace doorway::lab
