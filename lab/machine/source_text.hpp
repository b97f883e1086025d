// The text of an algorithm, for those who show where in it a process stands (call_site.hpp).
#pragma once

#include <string>

namespace doorway::lab {

struct source_text {
  std::string name;  // from the root of this tree, or as the compiler has it
  std::string text;  // empty: it is not there
};

// As it was when this was built, if it is a file of ours; else as it is.
[[nodiscard]] source_text text_of(const std::string& file);
// The first file of ours that says this; without a name if none does.
[[nodiscard]] source_text text_with(const std::string& words);

}  // namespace doorway::lab
