// A study as a picture: RMRs per passage over n, one colour per schedule, the worst as a line and the mean as a dashed one.
#pragma once

#include <string>

#include "lab/rmr/study.hpp"

namespace doorway::lab::rmr {

// A whole SVG file.
[[nodiscard]] std::string plot(const study& what, const std::string& title);

}  // namespace doorway::lab::rmr
