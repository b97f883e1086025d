#include "giving_up.hpp"

#include <algorithm>
#include <iterator>
#include <vector>

#include "duration.hpp"
#include "say.hpp"

namespace doorway::tool {

using namespace std::chrono_literals;

void say_gave_up(const request& wanted, const std::string& name, const occupants& who, word arrived) {
  const auto why = *wanted.timeout == 0ns ? std::string("not free") : "gave up after " + in_words(*wanted.timeout);
  const auto count = who.inside.size();
  if (count == 0) say("doorway: '{}': {}; nobody is inside\n", name, why);
  else
    say("doorway: '{}': {}; {} {}\n{}", name, why, count,
        wanted.session ? "inside:"
        : count == 1   ? "slot taken:"
                       : "slots taken:",
        lines_of(who.inside));
  std::vector<occupant> held_up_by;
  std::copy_if(who.waiting.begin(), who.waiting.end(), std::back_inserter(held_up_by),
               [&](const auto& one) { return one.stopped != 0 && one.arrived < arrived; });
  if (!held_up_by.empty()) say("doorway: those who wait are held up by who is stopped:\n{}", lines_of(held_up_by));
}

}  // namespace doorway::tool
