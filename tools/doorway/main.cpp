// doorway: k machine-wide slots around a command. Each command is a file of its own, see commands.hpp.

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>

#include "commands.hpp"
#include "doorway/processes/sigbus.hpp"
#include "exit_codes.hpp"
#include "help.hpp"
#include "names.hpp"
#include "say.hpp"
#include "signals.hpp"
#include "terminal_text.hpp"

namespace {

using namespace doorway::tool;

constexpr auto doorway_help =
    R"(Names live in memory, in a directory of your own (/dev/shm/doorway-UID; DOORWAY_DIR names another), or in one that a group
shares (--shared GROUP): users do not wait for each other unless they share. In a user namespace (unshare -r, containers) UID and
GID are those outside. There is no server, and nothing to clean up after a restart.

Examples:
  doorway exec -k 3 --name encode -- ffmpeg -i in.mkv out.mp4     three at a time, in order of arrival
  doorway status encode                                           who is inside, who waits
  doorway exec --name db --session read -- ./report               all of one session together
  doorway demo                                                    twelve jobs, three slots, one of them killed

Exit status: of the command with exec; 1 refused, 2 wrong usage, 75 gave up waiting, 125 doorway failed.
`doorway COMMAND --help` and doorway(1) say more.)";

// A stream that is closed would give its number to the next file that is opened, and a message would be written into that.
// Close-on-exec: for the command it is closed, as it was.
void keep_the_standard_streams_apart() {
  for (int fd = 0; fd <= 2; ++fd)
    if (::fcntl(fd, F_GETFD) < 0 && ::open("/dev/null", O_RDWR | O_CLOEXEC) != fd) ::_exit(doorway_failed);
}

// As it is typed: a name in C++ has no hyphen.
std::string typed(std::string name) {
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

// That one alone, for the options of all the others would take longer than a lock; all of them if there is none of that name.
void add_commands(CLI::App& app, invocation& ours, const std::string& chosen) {
#define DOORWAY_ADD(name) \
  if (chosen == typed(#name)) return add_##name(app, ours);
  DOORWAY_COMMANDS(DOORWAY_ADD)
#undef DOORWAY_ADD
#define DOORWAY_ADD(name) add_##name(app, ours);
  DOORWAY_COMMANDS(DOORWAY_ADD)
#undef DOORWAY_ADD
}

const CLI::App* find_command(const CLI::App& app, const std::string& name) {
  for (const auto* command : app.get_subcommands({}))
    if (command->get_name() == name) return command;
  return nullptr;
}

// What is wrong, and what to do about it. CLI11's own words are kept where they say both.
std::string reason(CLI::App& app, const CLI::ParseError& error) {
  std::string text = error.what();
  // "--slots: 1 required UINT:UINT in [1 - 1024] missing"
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr && text.find(" missing") != std::string::npos)
    return text.substr(0, text.find(": ")) + ": its value is missing";
  if (dynamic_cast<const CLI::ExtrasError*>(&error) == nullptr) return text;
  const auto chosen = app.get_subcommands();
  auto& at = chosen.empty() ? app : *chosen.front();
  const auto extra = at.remaining();
  if (extra.empty() || extra.front().substr(0, 1) == "-") return text;
  if (at.get_name() == "exec")  // and there is a -- too
    return fmt::format("the command comes after --, and {} is before it", command_line(extra));
  if (!chosen.empty()) return fmt::format("there is an argument too many: {}", extra.front());
  std::string all;
  for (const auto* command : app.get_subcommands({}))
    if (!command->get_group().empty()) all += (all.empty() ? "" : ", ") + command->get_name();
  return fmt::format("there is no command '{}'; the commands are {}", extra.front(), all);
}

int complain(CLI::App& app, const CLI::ParseError& error) {
  const auto chosen = app.get_subcommands();
  const std::string command = chosen.empty() ? "doorway" : "doorway " + chosen.front()->get_name();
  say("{}: {}\nTry '{} --help'.\n", command, printable(reason(app, error)), command);
  return wrong_usage;
}

// What is still to be written may not fit.
int written(int status) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return status;
  say("doorway: cannot write the output\n");
  return doorway_failed;
}

int run(int argc, char** argv) {
  keep_the_standard_streams_apart();
  signals::bus_error_at_start = doorway::processes::exit_when_cut_off(doorway_failed);
  CLI::App app{"doorway: at most k commands at a time on this machine, in order of arrival.", "doorway"};
  app.set_version_flag("--version", "doorway " DOORWAY_VERSION, "Say the version and exit");
  app.set_help_flag("-h,--help", "Say this and exit");
  app.formatter(std::make_shared<help_page>());
  app.require_subcommand(0, 1);
  app.footer(doorway_help);
  invocation ours;
  add_commands(app, ours, argc > 1 ? argv[1] : "");
  for (auto* command : app.get_subcommands({}))
    if (!command->get_group().empty()) command->group("Commands");

  char** const end = argv + argc;
  char** const dashes = std::find_if(argv, end, [](const char* word) { return std::string(word) == "--"; });
  ours.has_dashes = dashes != end;
  if (ours.has_dashes) ours.after_dashes.assign(dashes + 1, end);
  try {
    const auto* given = argc > 1 ? find_command(app, argv[1]) : nullptr;
    if (dashes != end && given != nullptr && given->get_name() != "exec")
      throw CLI::ValidationError("--", "only 'doorway exec' takes a command after it");
    app.parse(static_cast<int>(dashes - argv), argv);
    // Asked here and not of CLI11, which would answer a misspelt command with "a subcommand is required".
    if (app.get_subcommands().empty()) throw CLI::RequiredError("a command");
  } catch (const CLI::RuntimeError& status) {  // a command's own exit status
    return status.get_exit_code();
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
    return complain(app, error);
  }
  return ours.status;
}

}  // namespace

int main(int argc, char** argv) try { return written(run(argc, argv)); } catch (const std::invalid_argument& error) {
  tell(error);
  return wrong_usage;
} catch (const std::exception& error) {
  tell(error);
  return doorway_failed;
}
