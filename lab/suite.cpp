#include "lab/suite.hpp"

namespace doorway::lab {

std::string spelt_as_option(std::string_view class_name) {
  if (const auto colons = class_name.rfind("::"); colons != std::string_view::npos)
    class_name.remove_prefix(colons + 2);
  std::string name(class_name);
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

std::vector<std::string> between_commas(std::string_view text) {
  std::vector<std::string> all;
  std::string one;
  for (const char c : text) {
    if (c == ',') all.push_back(std::exchange(one, {}));
    else if (c != ' ') one += c;
  }
  if (!one.empty()) all.push_back(one);
  return all;
}

}  // namespace doorway::lab
