#include "lab/judge/inquiry.hpp"

namespace doorway::lab {

inquiry::inquiry(const program& code, const question& what) : code_(code), asked_(what) {
  look_.exclusion = wants(claim::exclusion);
  look_.declarations = true;  // a state after a broken declaration means nothing
  look_.order = wants(claim::fcfs);
  look_.overtaken = wants(claim::fife);
  look_.arrivals = wants(claim::strong_concurrent_entry);
  look_.sessions = code.solves() == problem::group_exclusion;
  look_.inside = code.size().inside();
  look_.preemptions = code.how().preemptions;
  look_.dead_are_out = what.dead_are_out;
}

bool inquiry::wants(claim what) const {
  return std::find(asked_.claims.begin(), asked_.claims.end(), what) != asked_.claims.end();
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

std::string inquiry::unseen(claim what) const {
  const sightings& seen = measured.seen;
  if ((seen.marks & in_critical) == 0) return "somebody enters";
  if (code_.how().crashes > 0 && (seen.marks & is_crashed) == 0) return "somebody crashes";
  if (what == claim::bounded_abort && (seen.marks & in_abort) == 0) return "somebody gives up";
  // Where there is room for all, nobody need wait.
  const bool room_for_all = code_.size().n == 1 || (!look_.sessions && look_.inside >= code_.size().n);
  if (!room_for_all && !seen.contended &&
      (what == claim::exclusion || what == claim::deadlock_freedom || what == claim::starvation_freedom ||
       what == claim::fcfs || what == claim::fife))
    return "somebody enters while another waits";
  if (!room_for_all && look_.sessions && !seen.kept_apart &&
      (what == claim::exclusion || what == claim::deadlock_freedom || what == claim::starvation_freedom))
    return "somebody enters while another session is wanted";
  if (code_.size().n > 1 && !seen.in_order &&
      (what == claim::fcfs || what == claim::fife || what == claim::strong_concurrent_entry))
    return "somebody sets out after another has arrived";
  // Where only one may be inside, nobody is overtaken, and FIFE is FCFS.
  if (code_.size().n > 1 && !seen.overtaken && what == claim::fife && (look_.sessions || look_.inside > 1))
    return "somebody is overtaken";
  return "";
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
