// What a search for cycles (fair_cycle.hpp) is asked.
#pragma once

#include <cstdint>
#include <functional>

#include "lab/search/product.hpp"

namespace doorway::lab {

// A state of the product, as a property looks at it.
struct global_state {
  const product& of;
  const product::states& now;
  const std::uint64_t* key;

  [[nodiscard]] const product::row& at(process_id p) const { return of.at(p, now[p]); }
  // How many are outside their remainders?
  [[nodiscard]] process_id crowd() const {
    process_id count = 0;
    for (process_id p = 0; p < of.n(); ++p) count += (at(p).marks & in_remainder) == 0 ? 1U : 0U;
    return count;
  }
};

struct cycle_query {
  process_id p = 0;                // goes on for ever
  std::uint16_t where = in_entry;  // inside these sections
  bool fair = true;                // everybody else is treated fairly; false: only p's own steps count
  bool nobody_enters = false;      // and no process enters the critical section meanwhile (deadlock)
  std::function<bool(const global_state&)> also = {};  // and this is so all along
};

}  // namespace doorway::lab
