// doorway cancel: take a waiter out of the queue.

#include <fmt/core.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <sstream>
#include <string>
#include <thread>

#include "commands.hpp"
#include "directory_option.hpp"
#include "doorway/processes/process_file.hpp"
#include "exit_codes.hpp"
#include "names.hpp"
#include "occupants.hpp"
#include "say.hpp"
#include "signals.hpp"

namespace doorway::tool {

using processes::descriptor;

namespace {

constexpr auto cancel_help =
    R"(PID is that of a `doorway exec` that waits, as `doorway status` shows it: it leaves the queue and ends with status 75 (or that of
its -E), and says who cancelled it. Who is inside is left alone: to end its command, kill it. Whose process it is, or root, may do it.

Exit status: 0 it has left the queue; 1 it does not wait there (any more), is inside, or is not yours; 125 doorway failed.

Example:
  doorway cancel encode 4711)";

struct cancel_options {
  directory_option where;
  std::string name;
  pid_t pid = 0;
};

enum class standing { absent, waiting, inside, elsewhere };

standing find(const processes::directory& where, const cancel_options& given) {
  const auto there = processes::file::find(where, given.name);
  if (!there) return standing::absent;
  const auto who = look(where, given.name, *there);
  const auto is_it = [&](const occupant& one) {
    return one.pid == static_cast<word>(given.pid) && !one.elsewhere && one.now != occupant::state::dead;
  };
  if (std::any_of(who.inside.begin(), who.inside.end(), is_it)) return standing::inside;
  if (std::any_of(who.waiting.begin(), who.waiting.end(), is_it)) return standing::waiting;
  const auto is_number = [&](const occupant& one) { return one.pid == static_cast<word>(given.pid); };
  return std::any_of(who.waiting.begin(), who.waiting.end(), is_number) ? standing::elsewhere : standing::absent;
}

[[noreturn]] void refuse(const cancel_options& given, standing what) {
  switch (what) {
    case standing::inside:
      say("doorway: {0} is inside '{1}' and waits no longer; to end its command: kill {0}\n", given.pid, given.name);
      break;
    case standing::elsewhere:
      say("doorway: {} waits for '{}' in another pid namespace; cancel it there\n", given.pid, given.name);
      break;
    default:
      say("doorway: {} does not wait for '{}'; 'doorway status {}' shows who does\n", given.pid, given.name,
          given.name);
  }
  throw CLI::RuntimeError(refused);
}

// A program that uses a named lock of ours waits as well, and would die of a signal that it does not know.
bool knows_cancellation(pid_t pid) {
  std::string about;
  if (processes::read_process_file(pid, "status", about) != 0) return false;
  const auto at = about.find("\nSigCgt:");
  unsigned long long caught = 0;
  return at != std::string::npos && (std::istringstream(about.substr(at + 8)) >> std::hex >> caught) &&
         (caught >> (signals::cancelling - 1) & 1) != 0;
}

void run_cancel(const cancel_options& given) {
  const auto where = given.where.open();
  static_cast<void>(found(where, given.name));  // or says that there is none
  // Opened before the last look: what is found waiting then is this process, and no later one of its number.
  const descriptor process(static_cast<int>(::syscall(SYS_pidfd_open, given.pid, 0)));
  if (!process.open() && errno != ESRCH) processes::fail("cannot reach process " + std::to_string(given.pid));
  if (const auto now = find(where, given); now != standing::waiting) refuse(given, now);
  if (!knows_cancellation(given.pid)) {
    say("doorway: {} is no 'doorway exec', but a program that waits for '{}' by itself: only it can give up\n",
        given.pid, given.name);
    throw CLI::RuntimeError(refused);
  }
  siginfo_t message{};
  message.si_signo = signals::cancelling;
  message.si_code = SI_QUEUE;
  message.si_pid = ::getpid();
  message.si_uid = ::getuid();
  message.si_value.sival_int = signals::cancelling_value;
  if (::syscall(SYS_pidfd_send_signal, process.get(), signals::cancelling, &message, 0) != 0 && errno != ESRCH) {
    if (errno != EPERM) processes::fail("cannot signal process " + std::to_string(given.pid));
    say("doorway: {} is another user's: that user and root may cancel it\n", given.pid);
    throw CLI::RuntimeError(refused);
  }
  for (int look = 0; look < 1000; ++look) {  // ten seconds
    const auto now = find(where, given);
    if (now == standing::absent) return;
    if (now == standing::inside) refuse(given, now);
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  say("doorway: {} was told, and has not left the queue for 10 s: 'doorway status {}' says whether it is stopped\n",
      given.pid, given.name);
  throw CLI::RuntimeError(refused);
}

}  // namespace

void add_cancel(CLI::App& app, invocation& /*ours*/) {
  auto given = std::make_shared<cancel_options>();
  auto* cancel = app.add_subcommand("cancel", "Take one who waits out of the queue");
  cancel->footer(cancel_help);
  cancel->add_option("NAME", given->name, "What 'doorway list' shows")->required()->option_text(" ");
  cancel->add_option("PID", given->pid, "Of the 'doorway exec' that waits")
      ->required()
      ->option_text(" ")
      ->check(CLI::PositiveNumber);
  given->where.add_option(*cancel);
  cancel->callback([given] { run_cancel(*given); });
}

}  // namespace doorway::tool
