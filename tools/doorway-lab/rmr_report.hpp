// What doorway-lab rmr found, for people and for programs.
#pragma once

#include <string>

#include "lab/catalogue/catalogue.hpp"
#include "lab/rmr/study.hpp"

namespace doorway::lab {

// Its key in the catalogue's "rmr": both cache models are "cc" there.
[[nodiscard]] const char* claimed_for(const rmr::cost_model& model);

[[nodiscard]] std::string rmr_title(const entry& one, const rmr::inquiry& what);
[[nodiscard]] std::string rmr_text(const entry& one, const rmr::inquiry& what, const rmr::study& found, bool colours);
[[nodiscard]] entry rmr_json(const entry& one, const rmr::inquiry& what, const rmr::study& found);

}  // namespace doorway::lab
