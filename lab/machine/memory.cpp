#include "lab/machine/memory.hpp"

#include <stdexcept>

namespace doorway::lab {

thread_local process* process::running = nullptr;

memory::array memory::declare(const declaration& shape) {
  array view;
  view.base_ = static_cast<std::uint32_t>(registers_.size());
  view.rows_ = shape.rows;
  view.columns_ = shape.columns;
  view.planes_ = shape.planes;
  if (shape.domain != unbounded && shape.initial >= shape.domain)
    throw std::invalid_argument(std::string(shape.name) + ": its initial value lies outside its domain");
  for (process_id row = 0; row < shape.rows; ++row)
    for (process_id column = 0; column < shape.columns; ++column)
      for (process_id plane = 0; plane < shape.planes; ++plane) {
        register_info one;
        one.name = shape.name;
        const auto index = [&](process_id at) { one.name.append("[").append(std::to_string(at)).append("]"); };
        if (shape.size() > 1) index(row);
        if (shape.columns > 1) index(column);
        if (shape.planes > 1) index(plane);
        one.initial = shape.initial;
        one.domain = shape.domain;
        one.safe = shape.strength == strength::safe;
        if (shape.home != doorway::home::nobody)
          one.home = shape.first + (shape.home == doorway::home::row ? row : column);
        switch (shape.writer) {
          case writer::row: one.first_writer = one.second_writer = shape.first + row; break;
          case writer::column: one.first_writer = one.second_writer = shape.first + column; break;
          case writer::row_or_column:
            one.first_writer = shape.first + row;
            one.second_writer = shape.first + column;
            break;
          case writer::anyone: break;
        }
        registers_.push_back(one);
      }
  return view;
}

memory::array memory::declare_locks(std::string_view name, process_id count) {
  const auto first = registers_.size();
  const array made = declare({.name = name, .rows = count, .writer = writer::anyone});
  for (auto i = first; i < registers_.size(); ++i) registers_[i].lock = true;
  return made;
}

}  // namespace doorway::lab
