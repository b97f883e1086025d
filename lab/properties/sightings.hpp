// What a search has seen happen: a property holds for nothing where what it is about never does.
#pragma once

#include <cstdint>

namespace doorway::lab {

struct sightings {
  std::uint16_t marks = 0;      // some process was there
  std::uint32_t inside = 0;     // the most that were inside at once
  bool contended = false;       // somebody entered while another waited
  bool shared_session = false;  // group exclusion: two were inside together
  bool kept_apart = false;      // group exclusion: somebody entered while another wanted in with another session
  bool in_order = false;        // order: somebody set out after another, who waited, had arrived
  bool overtaken = false;       // FIFE: somebody entered who had come after another that waits

  void add(const sightings& other) {
    marks |= other.marks;
    inside = inside > other.inside ? inside : other.inside;
    contended = contended || other.contended;
    shared_session = shared_session || other.shared_session;
    kept_apart = kept_apart || other.kept_apart;
    in_order = in_order || other.in_order;
    overtaken = overtaken || other.overtaken;
  }
};

}  // namespace doorway::lab
