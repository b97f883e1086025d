// One row per algorithm of doorway-lab run, for people and for programs.
#pragma once

#include <string>

#include "doorway/core/sections.hpp"
#include "lab/catalogue/catalogue.hpp"
#include "lab/threads/outcome.hpp"
#include "table.hpp"

namespace doorway::lab {

// What each column means, for --help.
[[nodiscard]] std::string run_legend();

[[nodiscard]] table run_table(bool timeouts);
[[nodiscard]] table::row run_row(const entry& one, const parameters& size, const outcome& seen, bool timeouts);
[[nodiscard]] entry run_json(const entry& one, const parameters& size, const outcome& seen);

// 1234567 -> "1,234,567"
[[nodiscard]] std::string grouped(std::uint64_t number);

}  // namespace doorway::lab
