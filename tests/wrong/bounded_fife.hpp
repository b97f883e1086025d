// Zehavi's Algorithm 1 with one thing left out.
#pragma once

#include "doorway/algorithms/k_exclusion/bounded_fife.hpp"
#include "wrong/on_memory.hpp"

namespace doorway::wrong {

// WRONG: one cell of Discover instead of two. Exclusion is VIOLATED at n = 2, k = 1.
//
// p reads Reveal[i] (4d) and sleeps; i leaves, wipes Discover[p][i] out (14) and comes back; p writes its discovery of the i that
// has left. i, which waits for p now, takes what p said in an earlier passage for new.
template <class Memory>
using bounded_fife_one_cell = on_memory<unbounded_fife, flattening<Memory, "Discover">, Memory>;

// WRONG: without Ignore (lines 2 and 8). Exclusion is VIOLATED at n = 2, k = 1.
//
// p is back in its doorway and has discovered i (4), which waits for it. What p says in Order[p][i] is still of its last passage,
// and i takes it for new.
template <class Memory>
using bounded_fife_no_ignore = on_memory<unbounded_fife, losing<Memory, "Ignore">, Memory>;

// WRONG: without Allow (line 12). FIFE is VIOLATED at n = 3, k = 2.
//
// p waits for two that came at the same time: one says that it goes before p, and so does the other as far as p knows. q comes
// later, is told more, and goes in; p, overtaken, still waits for what it has not been told.
template <class Memory>
using bounded_fife_no_allow = on_memory<unbounded_fife, losing<Memory, "Allow">, Memory>;

}  // namespace doorway::wrong
