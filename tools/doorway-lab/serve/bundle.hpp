// A page that is one file: the modules that it needs, each in a function of its own, the style, and its data. So it works from file://, where
// a browser loads no module.
#pragma once

#include <string>

#include "lab/catalogue/entry.hpp"

namespace doorway::lab::serving {

// module: "answer_page.js", one of the page's files.
[[nodiscard]] std::string bundled(const std::string& module, const entry& data);

}  // namespace doorway::lab::serving
