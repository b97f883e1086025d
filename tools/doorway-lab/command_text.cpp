#include "command_text.hpp"

#include <fmt/core.h>

namespace doorway::lab {

std::string checking_command(const std::string& called, const setting& of, const entry* like, bool wrong,
                             const std::vector<std::string>& properties) {
  std::string text = fmt::format("{} check {}{} -n {}", called, wrong ? "--wrong " : "", of.algorithm, of.size.n);
  if (like != nullptr && takes(*like, "k")) text += fmt::format(" -k {}", of.size.k);
  if (of.size.l != 0) text += fmt::format(" -l {}", of.size.l);
  if (of.size.sessions != 0) text += fmt::format(" --sessions {}", of.size.sessions);
  text += of.passages == 0 ? std::string(" --passages unbounded") : fmt::format(" --passages {}", of.passages);
  if (of.crashes != 0) text += fmt::format(" --crashes {}", of.crashes);
  if (of.recover) text += " --recover";
  if (of.abort) text += " --abort";
  if (of.any_order) text += " --any-order";
  if (of.buffer != 0) text += fmt::format(" --memory-order tso --store-buffer {}", of.buffer);
  else if (of.registers != register_model::declared) text.append(" --registers ").append(name(of.registers));
  if (of.preemptions) text += fmt::format(" --preemptions {}", *of.preemptions);
  if (of.cap != 0) text += fmt::format(" --cap {}", of.cap);
  std::string asked;
  for (const auto& one : properties) asked.append(asked.empty() ? " --property " : ",").append(one);
  return text + asked;
}

}  // namespace doorway::lab
