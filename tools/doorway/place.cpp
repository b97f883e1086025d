#include "place.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "doorway/core/sections.hpp"
#include "duration.hpp"

namespace doorway::tool {

using namespace doorway::processes;

namespace {

section section_of(const seat_note& note) {
  return load(note.active) == 0 ? section::remainder : static_cast<section>(load(note.section));
}
bool is_in(section where) { return where == section::critical || where == section::exit; }

}  // namespace

place place_of(const file& in, process_id seat) {
  place found;
  const word arrived = load(in.note(seat).arrived);
  for (process_id i = 0; i < in.seats(); ++i) {
    const auto& note = in.note(i);
    const auto where = section_of(note);
    if (is_in(where)) ++found.inside;
    if (i != seat && where != section::waiting) continue;
    ++found.waiting;
    if (i == seat || load(note.arrived) < arrived) ++found.number;
  }
  return found;
}

place place_without_seat(const file& in) {
  place found{.number = 1, .waiting = 1, .inside = 0};
  for (process_id i = 0; i < in.seats(); ++i) {
    const auto where = section_of(in.note(i));
    if (is_in(where)) ++found.inside;
    else if (where != section::remainder) {
      ++found.waiting;
      ++found.number;
    }
  }
  return found;
}

place place_in_anteroom(const file& in, const file& room, process_id seat) {
  place found = place_without_seat(in);
  const place there = place_of(room, seat);
  found.number += there.number - 1;
  found.waiting += there.waiting - 1;
  // Who is inside the anteroom waits for a seat, before all others there.
  if (!is_in(section_of(room.note(seat)))) {
    found.number += there.inside;
    found.waiting += there.inside;
  }
  return found;
}

std::string those_inside(const file& in) {
  struct holder {
    word slot, since, pid;
  };
  std::vector<holder> all;
  for (process_id i = 0; i < in.seats(); ++i) {
    const auto& note = in.note(i);
    if (is_in(section_of(note))) all.push_back({load(note.slot), load(note.since), load(note.holder.pid)});
  }
  std::sort(all.begin(), all.end(),
            [](const auto& a, const auto& b) { return std::pair(a.slot, a.since) < std::pair(b.slot, b.since); });
  std::string text;
  for (const auto& one : all) {
    if (!text.empty()) text += "; ";
    if (one.slot != 0) text += fmt::format("slot {}: ", one.slot - 1);
    text += fmt::format("{} for {}", one.pid, in_words(time_since(one.since)));
  }
  return text;
}

}  // namespace doorway::tool
