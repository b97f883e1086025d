// The memory that RMRs are counted on: every access stops the process that makes it, and whoever schedules performs it.
#pragma once

#include <string>
#include <vector>

#include "doorway/core/registers.hpp"
#include "lab/rmr/process.hpp"

namespace doorway::lab::rmr {

class memory {
 public:
  static constexpr process_id nobody = ~process_id{0};

  class array {
   public:
    static constexpr extras leaves_out = extras::all_but({extra::fetch_add});
    [[nodiscard]] word read(cell at) const { return process::running->perform({wish::read, number(at), 0}); }
    void write(cell at, word value) const { process::running->perform({wish::write, number(at), value}); }
    word fetch_add(cell at, word amount) const { return process::running->perform({wish::add, number(at), amount}); }

   private:
    friend class memory;
    [[nodiscard]] std::uint32_t number(cell at) const {
      return base_ + (at.row * columns_ + at.column) * planes_ + at.plane;
    }
    std::uint32_t base_ = 0;
    process_id columns_ = 1, planes_ = 1;
  };

  array declare(const declaration& shape) {
    array made;
    made.base_ = static_cast<std::uint32_t>(initial.size());
    made.columns_ = shape.columns;
    made.planes_ = shape.planes;
    for (process_id r = 0; r < shape.rows; ++r)
      for (process_id c = 0; c < shape.columns; ++c)
        for (process_id p = 0; p < shape.planes; ++p) {
          initial.push_back(shape.initial);
          home.push_back(
              shape.home == doorway::home::nobody ? nobody : shape.first + (shape.home == doorway::home::row ? r : c));
        }
    arrays.push_back({std::string(shape.name), made.base_, shape.size()});
    return made;
  }

  struct named {
    std::string name;
    std::uint32_t first;
    std::size_t size;
  };

  std::vector<word> initial;     // by register
  std::vector<process_id> home;  // by register; nobody: remote to all
  std::vector<named> arrays;
};

}  // namespace doorway::lab::rmr
