#include "contestants.hpp"

#include "peers/cache_line.hpp"

namespace doorway::bench {

field everybody() {
  field found;
  add_ours(found.all);
  add_standard(found.all);
  add_tickets(found.all);
  add_system(found.all);
#if DOORWAY_BENCH_ABSL
  add_absl(found.all);
#else
  found.missing.emplace_back("absl::Mutex (libabsl-dev)");
#endif
#if DOORWAY_BENCH_TBB
  add_tbb(found.all);
#else
  found.missing.emplace_back("tbb::queuing_mutex (libtbb-dev)");
#endif
#if DOORWAY_BENCH_CK
  add_ck(found.all);
#else
  found.missing.emplace_back("Concurrency Kit (libck-dev)");
#endif
  return found;
}

contestant cache_line() {
  return {.name = "one cache line", .what = kind::fair, .spins = true, .make = made_for<line_to_and_fro>};
}

}  // namespace doorway::bench
