// doorway-lab: the algorithms under the microscope. Each command is a file of its own, see commands.hpp.

#include <fmt/core.h>

#include <cstdio>
#include <exception>

#include "catalogue/mutants.hpp"
#include "commands.hpp"
#include "lab/catalogue/catalogue.hpp"
#include "tool.hpp"

int main(int argc, char** argv) try {
  using namespace doorway::lab;
  auto commands = common_commands();
#define DOORWAY_LAB_ADD(name) commands.push_back(add_##name);
  DOORWAY_LAB_CATALOGUE_COMMANDS(DOORWAY_LAB_ADD)
#undef DOORWAY_LAB_ADD
  topics of(library_suite(), catalogue(), "doorway-lab");
  of.also(wrong_names(), program_or_mutant);
  return answer(argc, argv, of, commands);
} catch (const std::exception& error) {
  fmt::print(stderr, "doorway-lab: {}\n", error.what());
  return 3;
}
