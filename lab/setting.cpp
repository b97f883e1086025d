#include "lab/setting.hpp"

#include <algorithm>
#include <stdexcept>

namespace doorway::lab {

word setting::largest_flicker() const { return cap != 0 ? cap : word{size.n} * std::max(1U, passages) + 1; }

void check_sessions(problem solved, const parameters& size) {
  if (solved == problem::group_exclusion && size.sessions == 0)
    throw std::invalid_argument("group exclusion: the parameters must say how many sessions there are to choose from");
}

std::string in_options(const setting& of) {
  std::string text = "n=" + std::to_string(of.size.n) + " k=" + std::to_string(of.size.k);
  const auto number = [&](const char* what, std::uint64_t value) { text += what + std::to_string(value); };
  const auto flag = [&](const char* what, bool on) { text += on ? what : ""; };
  if (of.size.l != 0) number(" l=", of.size.l);
  if (of.size.sessions != 0) number(" sessions=", of.size.sessions);
  if (of.passages == 0) text += " passages=unbounded";
  else number(" passages=", of.passages);
  number(" crashes=", of.crashes);
  text.append(" registers=").append(name(of.registers));
  flag(" abort", of.abort);
  flag(" recover", of.recover);
  flag(" any-order", of.any_order);
  flag(" memory-order=tso", of.buffer != 0);
  if (of.preemptions) number(" preemptions=", *of.preemptions);
  if (of.cap != 0) number(" cap=", of.cap);
  return text;
}

std::string counted(std::uint64_t count, const std::string& one, const std::string& several) {
  return std::to_string(count) + ' ' + (count == 1 ? one : several);
}

std::string passages_in_words(std::uint32_t passages) {
  return passages == 0 ? "passages without end" : counted(passages, "passage", "passages") + " each";
}

std::string in_words(const setting& of) {
  std::string text = passages_in_words(of.passages);
  if (of.crashes != 0) text += ", " + counted(of.crashes, "crash", "crashes");
  if (of.registers != register_model::declared) text.append(", ").append(name(of.registers)).append(" registers");
  if (of.abort) text += ", abort";
  if (of.recover) text += ", recover";
  if (of.preemptions) text += ", " + counted(*of.preemptions, "preemption", "preemptions");
  return text;
}

}  // namespace doorway::lab
