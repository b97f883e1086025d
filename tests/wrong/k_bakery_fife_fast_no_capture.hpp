// WRONG: k-bakery-fife-fast without line 98: nobody looks whether it has been captured. FIFE is VIOLATED at n = 4, k = 2.
//
// The run: p waits, because q is inside by F; q leaves. r comes after p's doorway, finds p alone before it, and goes in. q and s come
// and stop at B, with the old tickets that they show at 90: p waits for both, and r, which went in before it, has captured it.
#pragma once

#include "doorway/algorithms/k_exclusion/k_bakery_fife_fast.hpp"
#include "wrong/on_memory.hpp"

namespace doorway::wrong {

template <class Memory>
using k_bakery_fife_fast_no_capture = on_memory<k_bakery_fife_fast, losing<Memory, "Capture">, Memory>;

}  // namespace doorway::wrong
