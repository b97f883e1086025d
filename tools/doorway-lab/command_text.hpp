// The command that asks the same again, to be copied.
#pragma once

#include <string>
#include <vector>

#include "lab/catalogue/entry.hpp"
#include "lab/setting.hpp"

namespace doorway::lab {

// "doorway-lab check bakery -n 2 --passages unbounded --property exclusion". called: as the program is called; like: the entry that says which
// parameters it takes, if there is one; wrong: it is a variant of the tests.
[[nodiscard]] std::string checking_command(const std::string& called, const setting& of, const entry* like, bool wrong,
                                           const std::vector<std::string>& properties);

}  // namespace doorway::lab
