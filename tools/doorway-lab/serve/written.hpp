// Pages that are written to files: one answer, and the report.
#pragma once

#include <string>

#include "lab/check.hpp"
#include "serve/programs.hpp"

namespace doorway::lab::serving {

// A page for what check has found: the verdicts, and each counterexample in a player. command: that was given; home: a link back, or empty.
[[nodiscard]] std::string answer_page(const programs& all, const program& code, const report& found,
                                      const std::string& command, const std::string& lead,
                                      const std::string& home = "");

// The report's first page.
[[nodiscard]] std::string report_page(const entry& data);

}  // namespace doorway::lab::serving
