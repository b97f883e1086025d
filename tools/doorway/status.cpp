// doorway status: who is inside, who waits.

#include <fmt/core.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <thread>

#include "commands.hpp"
#include "directory_option.hpp"
#include "exit_codes.hpp"
#include "names.hpp"
#include "report.hpp"
#include "table.hpp"
#include "terminal_text.hpp"

namespace doorway::tool {

namespace {

constexpr auto status_help =
    R"(With a NAME: its slots, who is inside (slot, pid, since when, command), and who waits, in order of arrival. Without: a line
for each name. `pid` is doorway's own process; a signal that it gets is passed on to its command and to all that
this has started.

A process that was killed is marked: "killed, its command PID runs on" (or "is stopped") keeps its slot until the command ends; "dead" is
cleared away by one that waits, within 100 ms, or by the next to come. "may run on: nobody can tell from here" is said of
another container; the host can tell. "stopped" holds up those behind it until somebody continues it; "no seat yet" waits for one.
Names are yours alone, or those of a group with --shared. Status itself changes nothing.

Exit status: 0; 1 there is no such name; 125 there is a file that is no name of doorway's (the others are shown).

Examples:
  doorway status
  doorway status encode --watch
  doorway status encode --json | jq '.inside[].pid')";

struct status_options {
  directory_option where;
  std::string name;
  bool json = false;
  bool watch = false;
};

// The text of one look, and whether all files could be read.
struct report {
  std::string text;
  bool complete = true;
};

report look_once(const processes::directory& where, const status_options& given) {
  const int indent = given.watch ? -1 : 2;  // watched, one line is one look
  if (!given.name.empty()) {
    const auto file = found(where, given.name);
    const auto who = look(where, given.name, file);
    return {given.json ? dump(as_json(given.name, file, who), indent) + '\n' : as_text(given.name, file, who)};
  }
  auto all = nlohmann::ordered_json::array();
  summary lines;
  const auto show = [&](const std::string& name, const processes::file& file) {
    const auto who = look(where, name, file);
    if (given.json) all.push_back(as_json(name, file, who));
    else lines.add(name, file, who);
  };
  const auto cannot = [&](const std::string& name, const std::exception& trouble) {
    if (given.json) all.push_back({{"name", name}, {"trouble", printable(trouble.what())}});
    else lines.add_trouble(name);
    tell(trouble);
  };
  const bool complete = for_each_file(where, show, cannot);
  return {given.json ? dump(all, indent) + '\n' : lines.text(where.path()), complete};
}

void run_status(const status_options& given) {
  const auto where = given.where.open();
  if (!given.watch) {
    const auto now = look_once(where, given);
    fmt::print("{}", now.text);
    if (!now.complete) throw CLI::RuntimeError(doorway_failed);
    return;
  }
  const bool redraw = !given.json && ::isatty(STDOUT_FILENO) == 1;
  for (bool first = true;; first = false) {  // until somebody interrupts it
    std::string text;
    try {
      text = look_once(where, given).text;
    } catch (const CLI::RuntimeError&) {
      if (first) throw;  // there is no such name; later on it may have been removed, and come again
    }
    if (redraw) fmt::print("{}", as_one_screen(text));
    else fmt::print("{}{}", text, given.json ? "" : "\n");
    if (std::fflush(stdout) != 0) return;
    std::this_thread::sleep_for(std::chrono::seconds(1));
  }
}

}  // namespace

void add_status(CLI::App& app, invocation& /*ours*/) {
  auto given = std::make_shared<status_options>();
  auto* status = app.add_subcommand("status", "Who is inside, who waits");
  status->footer(status_help);
  status->add_option("NAME", given->name, "All names, in short, if not given")->option_text(" ");
  status->add_flag("--json", given->json, "For other programs");
  status->add_flag("--watch", given->watch, "Again every second until interrupted; on a terminal one screen, redrawn");
  given->where.add_option(*status);
  status->callback([given] { run_status(*given); });
}

}  // namespace doorway::tool
