#include "room.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "doorway/processes/remove.hpp"
#include "duration.hpp"
#include "names.hpp"
#include "say.hpp"

namespace doorway::tool {

namespace {

constexpr std::chrono::hours long_unused{24};

// Nanoseconds since boot, as the notes have it; nobody has used it: 0.
word last_use_of(const processes::file& what) {
  word last = 0;
  for (process_id i = 0; i < what.seats(); ++i)
    last = std::max({last, processes::load(what.note(i).since), processes::load(what.note(i).arrived)});
  return last;
}

}  // namespace

bool is_for_want_of_room(const std::error_code& trouble) {
  return trouble.category() == std::generic_category() && (trouble.value() == ENOSPC || trouble.value() == EDQUOT);
}

bool make_room(const directory_option& where) {
  const auto place = where.open();
  std::vector<std::pair<word, std::string>> unused;
  const auto look = [&](const std::string& name, const processes::file& file) {
    if (const word last = last_use_of(file); last != 0 && time_since(last) > long_unused)
      unused.emplace_back(last, name);
  };
  static_cast<void>(for_each_file(place, look, [](const std::string&, const std::exception&) {}));
  std::sort(unused.begin(), unused.end());
  for (const auto& [last, name] : unused) {
    if (processes::remove(place, name) != processes::removal::done) continue;
    say("doorway: {} is full: '{}' was removed, which nobody had used for {}\n", place.path(), name,
        in_words(time_since(last)));
    return true;
  }
  return false;
}

}  // namespace doorway::tool
