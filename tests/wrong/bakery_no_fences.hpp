// WRONG: Fig. 5.1 without its two fences, on a processor with store buffers. Exclusion is VIOLATED at n = 2.
//
// The run: p writes Doorway[p] and Ticket[p], which stay in its buffer; it finds nobody and goes in. q sees nothing of it, and
// does the same.
#pragma once

#include "doorway/algorithms/mutual_exclusion/bakery.hpp"
#include "wrong/on_memory.hpp"

namespace doorway::wrong {

template <class Memory>
using bakery_no_fences = on_memory<bakery, fenceless<Memory>, Memory>;

}  // namespace doorway::wrong
