// One try to find the file of a name, or to make it, while such files may vanish at any instant and others make them anew.
//
//     finder   presence on; the file still has its name                 and may use it from then on
//     maker    there is no such name; nobody's presence but the maker's  then makes one
//
// A file that a finder saw by its name after its presence was on had vanished after that, if it has: so the maker, who found
// no name, sees the presence. One of two comes to see the other, and nobody is inside the old file while somebody is in the
// new one. The lab runs this very code, with sweeps at any step (lab/settings/vanishing.hpp).
#pragma once

#include <optional>
#include <utility>

namespace doorway::processes {

// A Ground has: file_type; guard, of a directory; find(); find_guarded(); attend(file), leave(file), has_name(file);
// had_a_name_in_use(); make().
// Nothing: start over, at once or when those who use a file that has vanished have left it.
template <class Ground>
std::optional<typename Ground::file_type> find_or_make(Ground& ground) {
  const auto stay = [&](std::optional<typename Ground::file_type> found) {
    ground.attend(*found);
    if (!ground.has_name(*found)) {
      ground.leave(*found);
      found.reset();
    }
    return found;
  };
  if (auto found = ground.find()) return stay(std::move(found));
  const typename Ground::guard alone(ground);
  if (auto found = ground.find_guarded()) return stay(std::move(found));
  if (ground.had_a_name_in_use()) return std::nullopt;
  return stay(std::optional(ground.make()));
}

}  // namespace doorway::processes
