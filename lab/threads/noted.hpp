// A memory that remembers what was declared in it, so that one can look at the registers when all is over.
#pragma once

#include <string>
#include <vector>

#include "doorway/core/registers.hpp"

namespace doorway::lab {

template <class Memory>
class noted : public Memory {
 public:
  using array = typename Memory::array;
  using Memory::Memory;

  array declare(const declaration& shape) {
    const array made = Memory::declare(shape);
    kept_.push_back({shape, made});
    return made;
  }

  // The registers of the arrays with these names that are not at their initial value: "Want[3] = 7".
  [[nodiscard]] std::vector<std::string> changed(const std::vector<std::string>& names) const {
    std::vector<std::string> out;
    for (const auto& [shape, registers] : kept_) {
      bool wanted = false;
      for (const auto& name : names) wanted = wanted || name == shape.name;
      if (!wanted) continue;
      for (process_id r = 0; r < shape.rows; ++r)
        for (process_id c = 0; c < shape.columns; ++c)
          for (process_id p = 0; p < shape.planes; ++p)
            if (const word value = registers.read({r, c, p}); value != shape.initial)
              out.push_back(spell(shape, {r, c, p}) + " = " + std::to_string(value));
    }
    return out;
  }

 private:
  struct kept {
    declaration shape;
    array registers;
  };
  static std::string spell(const declaration& shape, cell at) {
    std::string text(shape.name);
    const auto index = [&](process_id i) { text.append("[").append(std::to_string(i)).append("]"); };
    index(at.row);
    if (shape.columns > 1) index(at.column);
    if (shape.planes > 1) index(at.plane);
    return text;
  }
  std::vector<kept> kept_;
};

}  // namespace doorway::lab
