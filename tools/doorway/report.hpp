// The occupants of a name as people and as programs read them.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "doorway/processes/file.hpp"
#include "occupants.hpp"

namespace doorway::tool {

[[nodiscard]] std::string as_text(const std::string& name, const processes::file& what, const occupants& who);
[[nodiscard]] nlohmann::ordered_json as_json(const std::string& name, const processes::file& what,
                                             const occupants& who);

// What is no UTF-8 is replaced; indent -1: on one line.
[[nodiscard]] std::string dump(const nlohmann::ordered_json& what, int indent);

// A line for each name.
class summary {
 public:
  void add(const std::string& name, const processes::file& what, const occupants& who);
  void add_trouble(const std::string& name);  // its file cannot be used
  [[nodiscard]] std::string text(const std::string& directory) const;

 private:
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace doorway::tool
