#include "lab/trace.hpp"

#include <algorithm>

namespace doorway::lab {
namespace {

std::string padded(std::string text, std::size_t width) {
  if (text.size() < width) text.append(width - text.size(), ' ');
  return text;
}

const char* flaw_text(flaw what) {
  switch (what) {
    case flaw::index_out_of_range: return "accesses a register that the array does not have";
    case flaw::blind_await: return "waits without looking at any register";
    case flaw::not_the_writer: return "is about to write what is not its to write: ";
    case flaw::out_of_domain: return "is about to write a value outside the domain of ";
    case flaw::none: break;
  }
  return "";
}

// Where the step has brought the process, if that is worth a word.
std::string arrival(const trace_step& step) {
  if (step.wrong != flaw::none) return std::string("; ") + flaw_text(step.wrong) + step.wrong_name;
  if (step.crash || step.before == step.after) return "";
  switch (step.after) {
    case stage::critical: return "  ENTERS";
    case stage::remainder: return "  is out";
    case stage::waiting:
    case stage::awaiting: return step.before == stage::doorway || step.before == stage::remainder ? "  waits" : "";
    case stage::abort: return "  withdraws";
    default: return "";
  }
}

}  // namespace

std::string spelled(word value) { return value == infinity ? "oo" : std::to_string(value); }

std::string spelled(const trace_step& step) {
  std::string text;
  if (step.was_crashed) text = "recover: ";
  if (step.crash) {
    text = step.before == stage::critical ? "crashes inside" : "crashes";
    if (step.kind == action::write_end) text += " writing " + step.name;
    return text;
  }
  switch (step.kind) {
    case action::read: text += step.name + " = " + spelled(step.value) + (step.flickered ? " ?" : ""); break;
    case action::write: text += step.name + " := " + spelled(step.value); break;
    case action::write_end: text += step.name + " := " + spelled(step.value) + " done"; break;
    case action::pause: text += "leaves"; break;
    case action::choice:
      if (step.before == stage::remainder) text += "wants session " + std::to_string(step.value + 1);
      else text += step.value == 0 ? "goes on waiting" : "gives up";
      break;
    default: break;
  }
  return text + arrival(step);
}

std::string drawn(const trace& of, std::size_t width) {
  std::vector<std::string> texts;
  std::vector<std::size_t> widths(of.n, 9);
  for (const auto& step : of.steps) {
    texts.push_back(spelled(step));
    if (step.wrong == flaw::none) widths[step.p] = std::max(widths[step.p], texts.back().size());
  }
  std::size_t total = 7;
  for (auto w : widths) total += w + 2;
  if (total > width) {  // columns as narrow as they can be; longer texts run on
    const std::size_t each = std::max<std::size_t>(9, (width - 7) / std::max<process_id>(of.n, 1) - 2);
    for (auto& w : widths) w = std::min(w, each);
  }
  std::string out = "       ";
  for (process_id p = 0; p < of.n; ++p) out += padded("process " + std::to_string(p), widths[p] + 2);
  out.erase(out.find_last_not_of(' ') + 1);
  out += '\n';
  const bool loops = of.loop < of.steps.size();
  for (std::size_t i = 0; i < of.steps.size(); ++i) {
    if (i == of.loop) out += "       then for ever:\n";
    const auto number = std::to_string(i + 1);
    std::string line =
        std::string(number.size() < 4 ? 4 - number.size() : 0, ' ') + number + (loops && i >= of.loop ? " | " : "   ");
    for (process_id p = 0; p < of.steps[i].p; ++p) line += std::string(widths[p] + 2, ' ');
    out += line + texts[i] + '\n';
  }
  if (!of.last_line.empty()) out += "       " + of.last_line + '\n';
  return out;
}

}  // namespace doorway::lab
