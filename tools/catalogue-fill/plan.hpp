// What there is to ask about an algorithm: it follows from what is claimed of it, and from what its entry says under "search".
#pragma once

#include <string>
#include <vector>

#include "lab/catalogue/catalogue.hpp"

namespace doorway::catalogue_fill {

using lab::entry;

struct question {
  std::vector<std::string> properties;
  entry setting;
};
// The same question in smaller and smaller settings: the first that ends within the limits is enough, except that those that are
// not quick are followed up to the first quick one.
using questions = std::vector<question>;

// For `checked`.
[[nodiscard]] std::vector<questions> plan(const entry& algorithm);
// For `plain`: is the exit protocol enough for abort and recover?
[[nodiscard]] std::vector<questions> plain_plan(const entry& algorithm);

// What should break this property in this setting, the likeliest first.
struct mutant {
  std::string name;
  std::uint32_t crashes = 0;
};
[[nodiscard]] std::vector<mutant> mutants(const entry& algorithm, const std::string& property, const entry& setting);

}  // namespace doorway::catalogue_fill
