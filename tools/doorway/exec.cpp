// doorway exec: wait for a turn, run a command, pass its end on.

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <string>

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
    R"(The command is given after --, and starts when its turn has come: at most K of those of yours that use the same NAME run at
a time (-k, 1 if not given; another user's are counted apart, see --shared), or any number of those that give the same
--session. Turns are in order of arrival. The slot comes back when the command ends, however it or doorway ends; a daemon
that the command leaves behind holds nothing.

Environment of the command:
  DOORWAY_SLOT        0 .. K-1, the lowest that is free: no other command inside has the same
  DOORWAY_NAME        the name
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
  doorway exec -k 4 --name gpu -- sh -c 'CUDA_VISIBLE_DEVICES=$DOORWAY_SLOT ./train'
  doorway exec --name db --session read -- ./report      reports together,
  doorway exec --name db --session nightly -- ./backup   but not while the backup runs
  doorway exec --name deploy --timeout 10m -- ./deploy   exit status 75 after ten minutes

Limits: a process that is stopped by SIGSTOP while it waits holds up those behind it. A command that runs doorway with the
same name inside itself waits for its own slot. The slot is free when the command itself has ended, also if processes that
it started take longer.)";

struct exec_options {
  request wanted;
  directory_option where;
  std::string timeout, session, max_time;
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

void run_exec(const CLI::App& app, exec_options& given, invocation& ours) {
  auto& wanted = given.wanted;
  wanted.command = ours.after_dashes;
  if (wanted.command.empty())
    throw CLI::ValidationError("there is no command: doorway exec [OPTIONS] -- COMMAND [ARGUMENT...]");
  if (app.count("--session") != 0) {
    if (given.session.empty()) throw CLI::ValidationError("--session", "the text is empty: give the session a name");
    wanted.session = given.session;
  }
  if (app.count("--timeout") != 0) wanted.timeout = duration_of("--timeout", given.timeout);
  if (app.count("--max-time") != 0) wanted.max_time = duration_of("--max-time", given.max_time);
  if (app.count("--max-queue") != 0) wanted.max_queue = given.max_queue;
  if (given.no_wait) wanted.timeout = std::chrono::nanoseconds::zero();
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
  exec->add_option("--name", wanted.name, "What is waited for: those with the same name wait for each other (default)")
      ->type_name("NAME");
  auto* k = exec->add_option("-k,--slots", wanted.k, "How many may be inside at a time (1)")
                ->option_text("K")
                ->check(CLI::Range(1U, most_processes));
  exec->add_option("--session", given->session, "Any number inside, all of one session at a time")
      ->type_name("TEXT")
      ->excludes(k);
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
