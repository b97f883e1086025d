// What a search has seen happen: a property holds for nothing where what it is about never does.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace doorway::lab {

inline constexpr std::size_t most_monitors = 4;

struct sightings {
  std::uint16_t marks = 0;      // some process was there
  std::uint32_t inside = 0;     // the most that were inside at once
  bool contended = false;       // somebody entered while another waited
  bool shared_session = false;  // group exclusion: two were inside together
  bool kept_apart = false;      // group exclusion: somebody entered while another wanted in with another session
  std::array<std::uint8_t, most_monitors> monitors{};  // what each monitor has seen (monitor.hpp)

  void add(const sightings& other) {
    marks |= other.marks;
    inside = std::max(inside, other.inside);
    contended = contended || other.contended;
    shared_session = shared_session || other.shared_session;
    kept_apart = kept_apart || other.kept_apart;
    for (std::size_t i = 0; i < monitors.size(); ++i) monitors[i] |= other.monitors[i];
  }
};

}  // namespace doorway::lab
