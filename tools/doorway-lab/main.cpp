// doorway-lab: the algorithms under the microscope. Each command is a file of its own, see commands.hpp.

#include <fmt/core.h>

#include <cstdio>
#include <exception>
#include <string>

#include "commands.hpp"

namespace {

constexpr int usage_error = 2;
constexpr int failure = 3;

void add_commands([[maybe_unused]] CLI::App& app) {
#define DOORWAY_LAB_ADD(name) doorway::lab::add_##name(app);
  DOORWAY_LAB_COMMANDS(DOORWAY_LAB_ADD)
#undef DOORWAY_LAB_ADD
}

// What is wrong. CLI11's own words, but for a misspelt command.
std::string reason(CLI::App& app, const CLI::ParseError& error) {
  const auto extra = app.remaining();
  const bool command = app.get_subcommands().empty() && !extra.empty() && extra.front().substr(0, 1) != "-";
  if (!command || dynamic_cast<const CLI::ExtrasError*>(&error) == nullptr) return error.what();
  std::string all;
  for (const auto* one : app.get_subcommands({})) all += (all.empty() ? "" : ", ") + one->get_name();
  return fmt::format("there is no command '{}'; the commands are {}", extra.front(), all);
}

int complain(CLI::App& app, const CLI::ParseError& error) {
  const auto chosen = app.get_subcommands();
  const std::string command = chosen.empty() ? "doorway-lab" : "doorway-lab " + chosen.front()->get_name();
  fmt::print(stderr, "{}: {}\nTry '{} --help'.\n", command, reason(app, error), command);
  return usage_error;
}

// What is still to be written may not fit.
int written(int status) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return status;
  fmt::print(stderr, "doorway-lab: cannot write the output\n");
  return failure;
}

int run(int argc, char** argv) {
  CLI::App app{"doorway-lab: list, run and check the algorithms of the catalogue", "doorway-lab"};
  app.set_version_flag("--version", "doorway-lab " DOORWAY_VERSION);
  app.require_subcommand(0, 1);
  add_commands(app);

  try {
    app.parse(argc, argv);
    // Asked here and not of CLI11, which would answer a misspelt command with "a subcommand is required".
    if (app.get_subcommands().empty()) throw CLI::RequiredError("A command");
  } catch (const CLI::RuntimeError& status) {  // a command's own exit status
    return status.get_exit_code();
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
    return complain(app, error);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) try { return written(run(argc, argv)); } catch (const std::exception& error) {
  fmt::print(stderr, "doorway-lab: {}\n", error.what());
  return failure;
}
