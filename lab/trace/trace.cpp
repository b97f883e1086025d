#include "lab/trace/trace.hpp"

#include <algorithm>
#include <string_view>

namespace doorway::lab {
namespace {

std::string padded(std::string text, std::size_t width) {
  if (text.size() < width) text.append(width - text.size(), ' ');
  return text;
}

// Where the step has brought the process, if that is worth a word.
std::string arrival(const trace_step& step) {
  if (step.wrong != flaw::none) return "; " + to_string(step.wrong, step.wrong_name);
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

bool is_access(const trace_step& step) {
  return !step.crash && (answers(step.kind) || step.kind == action::write || step.kind == action::store ||
                         step.kind == action::drain || step.kind == action::write_end);
}
bool is_write(const trace_step& step) { return step.kind != action::read; }
bool begins_only(const trace_step& step) { return step.kind == action::write && step.left == in_flux; }
bool waits_on(const trace_step& step) {
  return step.kind == action::choice && step.before == stage::awaiting && step.value == 0;
}
std::string_view array_of(const trace_step& step) { return std::string_view(step.name).substr(0, step.name.find('[')); }
std::string labelled(const trace_step& step) { return step.label.empty() ? "" : step.label + " "; }

// Some steps of one process as one line of the drawing: [first, last].
struct line {
  std::size_t first = 0;
  std::size_t last = 0;
  std::string text;
};

// Whether `next` goes on with what `step` did: the same label, the same array, all read or all the same value written.
bool goes_on(const trace_step& step, const trace_step& next) {
  return next.p == step.p && is_access(step) && is_access(next) && !step.label.empty() && step.label == next.label &&
         array_of(step) == array_of(next) && is_write(step) == is_write(next) && !step.flickered && !next.flickered &&
         step.kind != action::add && next.kind == step.kind && (!is_write(step) || step.value == next.value) &&
         arrival(step).empty() && step.was_crashed == next.was_crashed;
}

// "Doorway[2][0..3]": the names of registers that differ in one place; the first and the last otherwise.
std::string span_of(const std::string& first, const std::string& last) {
  if (first == last) return first;
  const auto [a, b] = std::mismatch(first.begin(), first.end(), last.begin(), last.end());
  const auto end_of = [](auto at, auto end) { return std::find(at, end, ']'); };
  const std::string rest_a(end_of(a, first.end()), first.end());
  const std::string rest_b(end_of(b, last.end()), last.end());
  if (rest_a != rest_b) return first + " .. " + last;
  const auto open = std::string(first.begin(), a).rfind('[') + 1;
  const auto index = [&](const std::string& name) { return name.substr(open, name.find(']', open) - open); };
  return first.substr(0, open) + index(first) + ".." + index(last) + rest_a;
}

// The steps [first, last], all at one label, in a few words.
std::string told_together(const trace& of, std::size_t first, std::size_t last) {
  const trace_step& from = of.steps[first];
  const trace_step& to = of.steps[last];
  std::string text = std::string(from.was_crashed ? "recover: " : "") + labelled(from) + span_of(from.name, to.name);
  if (is_write(from)) {
    text += " := " + to_string(from.value) + (from.kind == action::store ? " in its buffer" : "");
    if (to.kind == action::write_end && to.left != to.value && to.left != in_flux)
      text += " leaves " + to_string(to.left);
  } else {
    std::string values;
    for (std::size_t i = first; i <= last; ++i) values += (values.empty() ? "" : " ") + to_string(of.steps[i].value);
    text += " = " + values;
  }
  return text + arrival(to);
}

// What lies between a process's steps [first, last] that are not shown one by one.
std::string told_roughly(const trace& of, std::size_t first, std::size_t last) {
  std::string from;
  std::string to;
  std::string arrivals;
  for (std::size_t i = first; i <= last; ++i) {
    if (from.empty()) from = of.steps[i].label;
    if (!of.steps[i].label.empty()) to = of.steps[i].label;
    if (of.steps[i].kind == action::pause && of.steps[i].before == stage::critical) arrivals += "  leaves";
    arrivals += arrival(of.steps[i]);
  }
  return from + (from == to ? "" : " .. " + to) + (from.empty() ? "" : "  ") + std::to_string(last - first + 1) +
         (first == last ? " step" : " steps") + arrivals;
}

bool must_be_shown(const trace& of, std::size_t i) {
  const trace_step& step = of.steps[i];
  return step.crash || step.flickered || step.kind == action::drain ||
         (step.kind == action::choice && !waits_on(step)) || step.wrong != flaw::none || of.critical == i ||
         (step.kind == action::write_end && step.left != step.value && step.left != in_flux);
}

std::vector<line> step_by_step(const trace& of) {
  std::vector<line> lines;
  for (std::size_t i = 0; i < of.steps.size(); ++i) lines.push_back({i, i, to_string(of.steps[i])});
  return lines;
}

// The last of the steps from `first` on that make one line. A write to a safe register is two steps; it is part of the line only
// if both are.
std::size_t last_at_label(const trace& of, std::size_t first) {
  std::size_t last = first;
  if (of.steps[first].kind == action::write_end) return first;
  while (last + 1 < of.steps.size() && last + 1 != of.loop && of.critical != last &&
         goes_on(of.steps[last], of.steps[last + 1]))
    ++last;
  return last > first && begins_only(of.steps[last]) ? last - 1 : last;
}

std::vector<line> label_by_label(const trace& of) {
  std::vector<line> lines;
  for (std::size_t i = 0; i < of.steps.size();) {
    const std::size_t last = last_at_label(of, i);
    lines.push_back({i, last, i == last ? to_string(of.steps[i]) : told_together(of, i, last)});
    i = last + 1;
  }
  return lines;
}

std::vector<line> turn_by_turn(const trace& of) {
  std::vector<line> lines;
  for (const line& one : label_by_label(of)) {
    const bool shown = must_be_shown(of, one.first) || must_be_shown(of, one.last);
    const bool ends = one.last + 1 == of.steps.size() || one.last + 1 == of.loop ||
                      of.steps[one.last + 1].p != of.steps[one.last].p || must_be_shown(of, one.last + 1);
    const bool begins = lines.empty() || lines.back().last + 1 == of.loop || !lines.back().text.empty() ||
                        of.steps[lines.back().last].p != of.steps[one.first].p;
    if (shown || ends) lines.push_back(one);
    else if (begins) lines.push_back({one.first, one.last, ""});  // goes on growing
    else lines.back().last = one.last;
  }
  for (line& one : lines)
    if (one.text.empty()) one.text = told_roughly(of, one.first, one.last);
  return lines;
}

}  // namespace

std::string to_string(const trace_step& step) {
  std::string text;
  if (step.was_crashed) text = "recover: ";
  if (step.crash) {
    text = step.before == stage::critical ? "crashes inside" : "crashes";
    if (step.kind == action::write_end) text += " writing " + step.name;
    return text;
  }
  text += labelled(step);
  switch (step.kind) {
    case action::read:
      text +=
          step.name + " = " + to_string(step.value) + (step.flickered ? " ?" : "") + (step.buffered ? ", its own" : "");
      break;
    case action::store: text += step.name + " := " + to_string(step.value) + " in its buffer"; break;
    case action::drain: text += step.name + " := " + to_string(step.value) + " reaches memory"; break;
    case action::take: text += step.value == 0 ? "locks " + step.name : step.name + " is locked"; break;
    case action::add: text += step.name + " = " + to_string(step.value) + ", := " + to_string(step.left); break;
    case action::write:
      text += step.name + " := " + to_string(step.value) + (step.left == in_flux ? " begins" : "");
      break;
    case action::write_end:
      text += step.name + " := " + to_string(step.value) + " done";
      if (step.left != step.value && step.left != in_flux) text += ", leaves " + to_string(step.left);
      break;
    case action::pause: text += step.before == stage::remainder ? "sets out" : "leaves"; break;
    case action::choice:
      if (step.before == stage::remainder) text += "wants session " + std::to_string(step.value + 1);
      else if (step.before == stage::awaiting) text += step.value == 0 ? "goes on waiting" : "gives up";
      else text += "takes number " + std::to_string(step.value + 1) + " of those left";  // of a batch in any order
      break;
    default: break;
  }
  return text + arrival(step);
}

std::string drawn(const trace& of, std::size_t width, std::size_t height) {
  auto lines = step_by_step(of);
  if (lines.size() > height) lines = label_by_label(of);
  if (lines.size() > height) lines = turn_by_turn(of);
  std::vector<std::size_t> widths(of.n, 9);
  for (const auto& one : lines) {
    const trace_step& step = of.steps[one.first];
    if (step.wrong == flaw::none) widths[step.p] = std::max(widths[step.p], one.text.size());
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
  for (const auto& one : lines) {
    if (one.first == of.loop) out += "       then for ever:\n";
    const auto number = std::to_string(one.first + 1);
    const bool critical = of.critical && one.first <= *of.critical && *of.critical <= one.last;
    std::string text = std::string(number.size() < 4 ? 4 - number.size() : 0, ' ') + number;
    if (loops && one.first >= of.loop) text += critical ? "*| " : " | ";
    else text += critical ? " * " : "   ";
    for (process_id p = 0; p < of.steps[one.first].p; ++p) text += std::string(widths[p] + 2, ' ');
    out += text + one.text + '\n';
  }
  if (!of.last_line.empty()) out += "       " + of.last_line + '\n';
  if (of.critical && !of.critical_line.empty()) out += "     * " + of.critical_line + '\n';
  return out;
}

}  // namespace doorway::lab
