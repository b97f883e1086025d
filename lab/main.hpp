// A program of the lab over algorithms of one's own, with the commands and options of doorway-lab:
//
//     DOORWAY_LAB_MAIN(szymanski, peterson)
//
// Link doorway::lab_main. What the program calls them: as the text does, with - for _, unless a class says `name` (core/facts.hpp).
#pragma once

#include "lab/suite.hpp"

namespace doorway::lab {

// Its exit status. Defined with the commands: tools/doorway-lab/own_main.cpp.
int main_over(int argc, char** argv, suite algorithms);

}  // namespace doorway::lab

#define DOORWAY_LAB_MAIN(...)                                                                      \
  int main(int argc, char** argv) {                                                                \
    return doorway::lab::main_over(argc, argv, doorway::lab::suite_of<__VA_ARGS__>(#__VA_ARGS__)); \
  }
