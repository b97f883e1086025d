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

bool show_status(const processes::directory& where, const status_options& given) {
  const int indent = given.watch ? -1 : 2;  // watched, one line is one look
  if (!given.name.empty()) {
    const auto file = found(where, given.name);
    const auto who = look(where, given.name, file);
    if (given.json) fmt::print("{}\n", dump(as_json(given.name, file, who), indent));
    else fmt::print("{}", as_text(given.name, file, who));
    return true;
  }
  auto all = nlohmann::ordered_json::array();
  summary lines;
  const bool readable = for_each_file(where, [&](const std::string& name, const processes::file& file) {
    const auto who = look(where, name, file);
    if (given.json) all.push_back(as_json(name, file, who));
    else lines.add(name, file, who);
  });
  if (given.json) fmt::print("{}\n", dump(all, indent));
  else fmt::print("{}", lines.text(where.path()));
  return readable;
}

void run_status(const status_options& given) {
  const auto where = given.where.open();
  if (!given.watch) {
    if (!show_status(where, given)) throw CLI::RuntimeError(doorway_failed);
    return;
  }
  const bool redraw = !given.json && ::isatty(STDOUT_FILENO) == 1;
  for (bool first = true;; first = false) {  // until somebody interrupts it
    if (redraw) fmt::print("\033[H\033[J");
    try {
      show_status(where, given);
    } catch (const CLI::RuntimeError&) {
      if (first) throw;  // there is no such name; later on it may have been removed, and come again
    }
    if (!redraw && !given.json) fmt::print("\n");
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
  status->add_flag("--watch", given->watch, "Again every second until interrupted");
  given->where.add_option(*status);
  status->callback([given] { run_status(*given); });
}

}  // namespace doorway::tool
