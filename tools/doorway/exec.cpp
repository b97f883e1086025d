// doorway exec: wait for a turn, run a command, pass its end on.

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "commands.hpp"
#include "directory_option.hpp"
#include "doorway/processes/participant.hpp"
#include "duration.hpp"
#include "exec_session.hpp"
#include "exit_codes.hpp"
#include "terminal_text.hpp"

namespace doorway::tool {

namespace {

constexpr auto exec_help =
    R"(The command begins after --, or without it at the first word that is no option nor the value of one. It starts when its turn has
come: at most K of those of yours that use the same NAME run at a time (-k; if it is not given, as many as the name has, 1 for a new
one; another user's are counted apart, see --shared), or any number of those that give the same
--session. Turns are in order of arrival. The slot comes back when the command ends, however it or doorway ends; a daemon
that the command leaves behind holds nothing.

Environment of the command:
  DOORWAY_SLOT        0 .. K-1, the lowest that is free: no other command inside has the same (--set: another variable, too)
  DOORWAY_NAME        the name, or all of them; DOORWAY_SLOT_1, DOORWAY_SLOT_2 ... are their slots then
  DOORWAY_SESSION     the session, with --session
  DOORWAY_WAITED_MS   how long it waited

Exit status:
  of the command, or 128+N if signal N killed it; and
   75   gave up: --timeout, --no-wait, --max-queue, or `doorway cancel` (-E names another)
  124   --max-time has ended the command
  125   doorway itself failed         126   the command cannot be run
    2   wrong usage                   127   there is no such command
  125 also if a stopped process keeps the directory locked for 10 s while a name is made; with --timeout that is 75
  128+N also if signal N came while it waited: it withdraws at once

Signals while the command runs are passed on to it and to all that it has started, in a process group of their own, which
has the terminal meanwhile: Ctrl-C, Ctrl-Z, fg and bg do what they always do. To kill a whole process group with
SIGKILL does not reach the command then. With --foreground it stays in doorway's group, and a signal that only doorway gets
is passed on to the command alone.

Examples:
  doorway exec -- make                              one of yours at a time on this machine
  doorway exec -k 3 --name encode -- ffmpeg ...     three at a time
  doorway exec -k 4 --name gpu --set CUDA_VISIBLE_DEVICES -- ./train
  doorway exec --name cards --set CUDA_VISIBLE_DEVICES --values 0,2,5,7 -- ./train
  doorway exec --name disk --name net -- ./backup        both, or none
  doorway exec --name db --session read -- ./report      reports together,
  doorway exec --name db --session nightly -- ./backup   but not while the backup runs
  doorway exec --name deploy --timeout 10m -- ./deploy   exit status 75 after ten minutes

Limits: a process that is stopped by SIGSTOP while it waits holds up those behind it. A command that runs doorway with the
same name inside itself would wait for its own slot: that is refused, as far as DOORWAY_INSIDE in its environment tells. The slot is free when the command itself has ended, also if processes that
it started take longer.)";

struct exec_options {
  request wanted;
  directory_option where;
  std::string timeout, session, max_time, values;
  std::size_t max_queue = 0;
  bool no_wait = false;
};

std::chrono::nanoseconds duration_of(const std::string& option, const std::string& text) {
  try {
    return parse_duration(text);
  } catch (const std::invalid_argument& error) {
    throw CLI::ValidationError(option, error.what());
  }
}

// What comes after --. Without it, all from the first word that is no option, nor the value of one.
std::vector<std::string> command_of(const CLI::App& app, const invocation& ours) {
  const auto rest = app.remaining();
  if (!rest.empty() && (rest.front().starts_with('-') || ours.has_dashes)) throw CLI::ExtrasError(app.get_name(), rest);
  const auto& command = ours.has_dashes ? ours.after_dashes : rest;
  if (command.empty())
    throw CLI::ValidationError("there is no command: doorway exec [OPTIONS] -- COMMAND [ARGUMENT...]");
  return command;
}

std::vector<std::string> parts_of(std::string_view list) {
  std::vector<std::string> parts;
  for (;;) {
    const auto comma = list.find(',');
    parts.emplace_back(list.substr(0, comma));
    if (comma == std::string_view::npos) return parts;
    list.remove_prefix(comma + 1);
  }
}

void check_variable(const CLI::App& app, request& wanted) {
  if (app.count("--set") == 0) return;
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  const auto fits = [&](char c) { return is_letter(c) || (c >= '0' && c <= '9'); };
  if (wanted.variable.empty() || !is_letter(wanted.variable.front()) ||
      !std::all_of(wanted.variable.begin(), wanted.variable.end(), fits))
    throw CLI::ValidationError("--set",
                               fmt::format("'{}' is no name of a variable: letters, digits and _", wanted.variable));
  if (wanted.values.empty()) return;
  const auto many = static_cast<process_id>(std::min<std::size_t>(wanted.values.size(), most_processes + 1));
  if (wanted.k == 0) wanted.k = many;
  if (wanted.k != many || many > most_processes)
    throw CLI::ValidationError("--values",
                               fmt::format("{} values for {} slots: one for each", wanted.values.size(), wanted.k));
}

void run_exec(const CLI::App& app, exec_options& given, invocation& ours) {
  auto& wanted = given.wanted;
  wanted.command = command_of(app, ours);
  if (wanted.names.empty()) wanted.names = {"default"};
  for (auto name = wanted.names.begin(); name != wanted.names.end(); ++name)
    if (std::find(wanted.names.begin(), name, *name) != name)
      throw CLI::ValidationError("--name", fmt::format("'{}' is given twice", *name));
  if (app.count("--session") != 0) {
    if (given.session.empty()) throw CLI::ValidationError("--session", "the text is empty: give the session a name");
    wanted.session = given.session;
  }
  if (app.count("--timeout") != 0) wanted.timeout = duration_of("--timeout", given.timeout);
  if (app.count("--max-time") != 0) wanted.max_time = duration_of("--max-time", given.max_time);
  if (app.count("--max-queue") != 0) wanted.max_queue = given.max_queue;
  if (given.no_wait) wanted.timeout = std::chrono::nanoseconds::zero();
  if (app.count("--values") != 0) wanted.values = parts_of(given.values);
  check_variable(app, wanted);
  if (app.count("--seats") == 0) wanted.seats = std::min(most_processes, std::max(wanted.seats, 2 * wanted.k));
  if (wanted.seats < wanted.k)
    throw CLI::ValidationError(
        "--seats", fmt::format("{} seats are too few for {} slots: every holder has a seat", wanted.seats, wanted.k));
  ours.status = run_exec_session(given.where, wanted);
}

}  // namespace

void add_exec(CLI::App& app, invocation& ours) {
  auto given = std::make_shared<exec_options>();
  auto* exec = app.add_subcommand("exec", "Wait for a turn, then run a command");
  exec->footer(exec_help);
  auto& wanted = given->wanted;
  exec->prefix_command();
  exec->add_option("--name", wanted.names,
                   "What is waited for: those with the same name wait for each other; several: for all (default)")
      ->allow_extra_args(false)
      ->take_all()
      ->type_name("NAME");
  auto* k =
      exec->add_option("-k,--slots", wanted.k, "How many may be inside at a time (what the name has; 1 for a new one)")
          ->option_text("K")
          ->check(CLI::Range(1U, most_processes));
  exec->add_option("--session", given->session, "Any number inside, all of one session at a time")
      ->type_name("TEXT")
      ->excludes(k);
  auto* variable =
      exec->add_option("--set", wanted.variable, "A variable of the command's environment that gets the slot")
          ->type_name("VARIABLE")
          ->excludes("--session");
  exec->add_option("--values", given->values, "What it gets instead, one for each slot, with commas")
      ->type_name("A,B,C")
      ->needs(variable);
  auto* timeout =
      exec->add_option("--timeout", given->timeout, "Give up after this long: 500ms, 10s, 2m, 1h; exit status 75")
          ->type_name("DURATION");
  exec->add_flag("--no-wait", given->no_wait, "Give up at once if it is not free; exit status 75")->excludes(timeout);
  exec->add_option("--max-queue", given->max_queue, "Give up at once if N wait already; exit status 75")
      ->option_text("N");
  exec->add_option("-E,--conflict-exit-code", wanted.status_of_giving_up, "The exit status of giving up, instead of 75")
      ->option_text("CODE")
      ->check(CLI::Range(0, 255));
  exec->add_option("--max-time", given->max_time,
                   "End the command after this long: TERM, and KILL 10 s later; exit status 124")
      ->type_name("DURATION");
  exec->add_flag("--kill-with-me", wanted.kill_with_me,
                 "The command is killed when doorway is (not what it has started)");
  given->where.add_option(*exec);
  exec->add_option("--seats", wanted.seats, "How many may be inside or wait, if this makes the name (256)")
      ->option_text("N")
      ->check(CLI::Range(1U, most_processes));
  exec->add_option("--events", wanted.events,
                   "Append what happens, as JSON lines: queued, place, entered, left, gave up")
      ->type_name("FILE|FD")
      ->check([](const std::string& to) { return to.empty() ? "give it a file or a descriptor" : ""; }, "");
  exec->add_flag("--foreground", wanted.foreground,
                 "Leave the command in doorway's process group, and pass signals on to it alone");
  auto* quiet = exec->add_flag("-q,--quiet", wanted.quiet, "Say nothing but errors");
  exec->add_flag("-v,--verbose", wanted.verbose, "Say when it waits and when it enters")->excludes(quiet);
  exec->callback([exec, given, &ours] { run_exec(*exec, *given, ours); });
}

}  // namespace doorway::tool
