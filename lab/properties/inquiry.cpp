#include "lab/properties/inquiry.hpp"

#include <algorithm>

#include "lab/properties/property.hpp"

namespace doorway::lab {

inquiry::inquiry(const program& code, const question& what) : code_(code), asked_(what) {
  look_.sessions = code.solves() == problem::group_exclusion;
  look_.inside = code.size().inside();
  look_.preemptions = code.how().preemptions;
  properties::declarations.watch(look_, *this);  // a state after a broken declaration means nothing
  for (auto one : asked_.claims)
    if (about(one).watch != nullptr && concerns(one)) about(one).watch(look_, *this);
}

inquiry::clock::time_point inquiry::deadline() const {
  constexpr double a_long_time = 1e8;
  return began_ + std::chrono::duration_cast<clock::duration>(
                      std::chrono::duration<double>(std::min(asked_.limits.seconds, a_long_time)));
}

exploration_limits inquiry::what_is_left() const {
  exploration_limits left = asked_.limits;
  left.seconds = std::max(0.1, left.seconds - elapsed());
  if (measured.lazy) {
    left.threads = 1;
    left.memory /= 2;
  }
  return left;
}

bool inquiry::concerns(claim what) const { return !about(what).of_groups || groups(); }

std::string inquiry::unseen(claim what) const {
  const sightings& seen = measured.seen;
  if ((seen.marks & in_critical) == 0) return "somebody enters";
  if (code_.how().crashes > 0 && (seen.marks & is_crashed) == 0) return "somebody crashes";
  return std::string(about(what).unseen != nullptr ? about(what).unseen(*this) : "");
}

std::string inquiry::bound() const {
  std::string text;
  const auto also = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  if (code_.how().passages != 0) also(passages_in_words(code_.how().passages));
  if (look_.preemptions) also(counted(*look_.preemptions, "preemption", "preemptions"));
  if (measured.buffers_full) also("store buffers of " + std::to_string(code_.how().buffer));
  for (const auto& r : code_.shared().registers())
    if (r.safe && r.domain == unbounded) {
      also("flickering reads up to " + std::to_string(code_.how().largest_flicker()));
      break;
    }
  return text;
}

}  // namespace doorway::lab
