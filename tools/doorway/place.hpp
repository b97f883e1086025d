// Where one who waits stands in the queue. Read from the notes alone, without a system call: 300 who look at every wake-up cost
// next to nothing. (occupants.hpp asks the kernel too, who lives.)
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "doorway/processes/file.hpp"

namespace doorway::tool {

struct place {
  std::size_t number = 0;   // from 1: so many must enter until it is in
  std::size_t waiting = 0;  // all of them, itself included
  std::size_t inside = 0;

  friend bool operator==(const place&, const place&) = default;
};

// Of one with a seat; of one who has none, as if nobody waited for one; and of one who waits for it in the anteroom `room`.
[[nodiscard]] place place_of(const processes::file& in, process_id seat);
[[nodiscard]] place place_without_seat(const processes::file& in);
[[nodiscard]] place place_in_anteroom(const processes::file& in, const processes::file& room, process_id seat);

// "slot 0: 4711 for 5.2 s; slot 1: 4712 for 38 ms"
[[nodiscard]] std::string those_inside(const processes::file& in);

}  // namespace doorway::tool
