// One question, asked by a process of its own (jobs.hpp): how far the search has come, line by line, and then what it has found, with each
// counterexample as a run that the page can play.
#pragma once

#include <string>

#include "lab/catalogue/catalogue.hpp"
#include "lab/check.hpp"
#include "serve/programs.hpp"

namespace doorway::lab::serving {

// What is asked: {"setting", "properties", "seconds", "memory"}, looked at (refused). With everything said.
[[nodiscard]] entry question_json(const programs& all, const entry& asked);
[[nodiscard]] std::string command_for(const programs& all, const entry& asked);  // doorway-lab check ...

[[nodiscard]] entry report_json(const program& code, const report& found);

// The hidden command `answer`: a line of JSON in, lines of JSON out.
void answer(const programs& all);

}  // namespace doorway::lab::serving
