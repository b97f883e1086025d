// What the page may ask: a name and a body of JSON, answered with JSON. No HTTP here.
#pragma once

#include <string>

#include "lab/catalogue/catalogue.hpp"
#include "serve/jobs.hpp"
#include "serve/programs.hpp"

namespace doorway::lab::serving {

class api {
 public:
  explicit api(const programs& all) : all_(all) {}
  // Throws refused where it cannot be answered.
  [[nodiscard]] entry answer(const std::string& what, const std::string& body);

 private:
  const programs& all_;
  jobs jobs_;
};

// Whether `what` is something that can be asked.
[[nodiscard]] bool is_known(const std::string& what);

}  // namespace doorway::lab::serving
