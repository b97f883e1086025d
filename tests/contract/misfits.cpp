// A memory, a process and algorithms, each of which lacks something if MISFIT says so: misfits.sh compiles this file with each number
// and looks for the words beside it in what the compiler says. With 0 all fits.
#include "doorway/core/facts.hpp"
#include "doorway/core/registers.hpp"

#ifndef MISFIT
#define MISFIT 0
#endif

namespace {

using namespace doorway;

class memory {
 public:
#if MISFIT == 1  // Memory::array
  struct view {
#else
  struct array {
#endif
#if MISFIT == 2  // array.read(at)
    [[nodiscard]] word reads(cell) const { return 0; }
#else
    [[nodiscard]] word read(cell) const { return 0; }
#endif
    void write(cell, word) const {}
#if MISFIT == 3  // extra::announce
    void anounce(cell, word) const {}
#else
    void announce(cell, word) const {}
#endif
#if MISFIT == 4  // extra::max
    static constexpr extras leaves_out = extras::all_but({extra::announce, extra::max});
#else
    static constexpr extras leaves_out = extras::all_but({extra::announce});
#endif
#if MISFIT == 5  // extra::fetch_add
    word fetch_add(cell, word) const { return 0; }
#endif
#if MISFIT == 6  // is_trivially_copyable
    ~array() {}
#endif
  };
#if MISFIT == 7  // memory.declare(shape)
  array declare(std::string_view) { return {}; }
#elif MISFIT != 1
  array declare(const declaration&) { return {}; }
#endif
};

struct process {
  nothing& passage;
#if MISFIT == 8  // here.id()
  [[nodiscard]] int id() const { return 0; }
#else
  [[nodiscard]] process_id id() const { return 0; }
#endif
  void end_of_doorway() const {}
#if MISFIT == 9  // here.await(ready)
  template <class Ready>
  void await(Ready&&) const {}
#else
  template <class Ready>
  bool await(Ready&& ready) const {
    return ready();
  }
#endif
};

template <class Memory>
struct mutual_exclusion_here {
#if MISFIT != 10  // solves
  static constexpr problem solves = problem::mutual_exclusion;
#endif
#if MISFIT != 11  // passage
  using passage = nothing;
#endif
#if MISFIT == 12  // is_made_on
  explicit mutual_exclusion_here(Memory& in) : Want(in, {.name = "Want"}) {}
#else
  mutual_exclusion_here(Memory& in, const parameters&) : Want(in, {.name = "Want"}) {}
#endif
  bool enter(auto& here) const {
    Want.announce(0, here.id());
    return here.await([&] { return Want.max() == 0; });
  }
#if MISFIT != 13  // algorithm.exit(here)
  void exit(auto&) const {}
#endif
#if MISFIT == 14  // says_that_it_withdraws
  static constexpr bool withdraws = true;
#elif MISFIT == 15  // says_that_it_recovers
  static constexpr bool recovers = true;
#endif
#if MISFIT == 16  // has_all_of_a_short_way
  bool enter_alone(auto&) const { return false; }
#endif
  registers<Memory> Want;
};

template <class Memory>
struct k_exclusion_here : mutual_exclusion_here<Memory> {
  static constexpr problem solves = problem::k_exclusion;
  using mutual_exclusion_here<Memory>::mutual_exclusion_here;
#if MISFIT == 17  // not an algorithm for k-exclusion
  void enter(auto&) const {}
#endif
};

template <class Memory>
struct group_exclusion_here : mutual_exclusion_here<Memory> {
  static constexpr problem solves = problem::group_exclusion;
  using mutual_exclusion_here<Memory>::mutual_exclusion_here;
#if MISFIT == 18  // algorithm.enter(here, session)
  bool enter(auto&) const { return true; }
#else
  bool enter(auto&, word) const { return true; }
#endif
};

static_assert(meet<mutual_exclusion_here<memory>, memory, process>());
static_assert(meet<k_exclusion_here<memory>, memory, process>());
static_assert(meet<group_exclusion_here<memory>, memory, process>());

}  // namespace
