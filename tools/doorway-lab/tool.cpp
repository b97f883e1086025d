#include "tool.hpp"

#include <fmt/core.h>

#include <cstdio>
#include <exception>
#include <string>

#include "commands.hpp"
#include "lab/main.hpp"

namespace doorway::lab {

namespace {

constexpr int wrong_usage = 2;
constexpr int failure = 3;

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
  const std::string command = chosen.empty() ? app.get_name() : app.get_name() + " " + chosen.front()->get_name();
  fmt::print(stderr, "{}: {}\nTry '{} --help'.\n", command, reason(app, error), command);
  return wrong_usage;
}

// What is still to be written may not fit.
int written(int status, const std::string& called) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return status;
  fmt::print(stderr, "{}: cannot write the output\n", called);
  return failure;
}

int run(int argc, char** argv, topics& of, const std::vector<add_command>& commands) {
  CLI::App app{of.catalogued() ? "doorway-lab: list, run and check the algorithms of the catalogue"
                               : fmt::format("{}: Doorway's lab over algorithms of your own", of.called()),
               of.called()};
  app.set_version_flag("--version", "doorway-lab " DOORWAY_VERSION);
  app.require_subcommand(0, 1);
  // As doorway-lab says that this program is what it has made of a source file.
  app.add_option_function<std::string>("--made-of", [&of](const std::string& file) { of.over_file(file); })->group("");
  for (const auto add : commands) add(app, of);

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

std::vector<add_command> common_commands() {
  std::vector<add_command> all;
#define DOORWAY_LAB_ADD(name) all.push_back(add_##name);
  DOORWAY_LAB_COMMANDS(DOORWAY_LAB_ADD)
#undef DOORWAY_LAB_ADD
  return all;
}

int answer(int argc, char** argv, topics& of, const std::vector<add_command>& commands) try {
  return written(run(argc, argv, of, commands), of.called());
} catch (const std::exception& error) {
  fmt::print(stderr, "{}: {}\n", of.called(), error.what());
  return failure;
}

int main_over(int argc, char** argv, suite algorithms) try {
  topics of(algorithms, argc > 0 ? argv[0] : "lab");
  return answer(argc, argv, of, common_commands());
} catch (const std::exception& error) {
  fmt::print(stderr, "{}: {}\n", argc > 0 ? argv[0] : "lab", error.what());
  return failure;
}

}  // namespace doorway::lab
