// doorway: k machine-wide slots around a command.

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <cstdio>

namespace {
constexpr int usage_error = 2;
}

int main(int argc, char** argv) {
  CLI::App app{"doorway: at most k commands at a time, in order of arrival", "doorway"};
  app.set_version_flag("--version", "doorway " DOORWAY_VERSION);
  const auto* demo = app.add_subcommand("demo", "see the slots at work (not built yet)");

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    // --help and --version come this way too, with 0; CLI11's other codes are its own, ours is one for wrong usage.
    return app.exit(error) == 0 ? 0 : usage_error;
  }

  fmt::print(stderr, "doorway: {}machine-wide slots are not built yet; see doorway --help\n",
             demo->parsed() ? "no demo: " : "");
  return usage_error;
}
