// Death at a chosen step. Include it before any header of doorway.
//
// Every step that other processes can see, of processes/*.hpp (DOORWAY_BEFORE_STEP) and of the algorithm (the memory
// `stepping` below), is counted; at the step that was aimed at, the process gets a signal.
#pragma once

#include <signal.h>
#include <unistd.h>

namespace steps {

// Where the count begins.
enum class region { at_once, entering, leaving, recovering };

struct aim {
  region where = region::at_once;
  long step = 0;  // 0: none
  int signal = SIGKILL;
};

inline aim aimed;
inline long left = 0;
inline long taken = 0;

inline void begin(region where) {
  if (aimed.step > 0 && aimed.where == where) left = aimed.step;
}
inline void at(const aim& target) {
  aimed = target;
  left = 0;
  begin(region::at_once);
}
inline void before() {
  ++taken;
  if (left == 0 || --left != 0) return;
  const int signal = aimed.signal;
  aimed = {};
  ::kill(::getpid(), signal);
}

}  // namespace steps

#define DOORWAY_BEFORE_STEP() ::steps::before()

#include <string_view>

#include "doorway/algorithms/k_exclusion/k_bakery_cc_fast.hpp"
#include "doorway/core/registers.hpp"
#include "doorway/core/sections.hpp"
#include "support/access_by_access.hpp"

namespace steps {

// A memory whose every access is a step.
template <class Memory>
class stepping {
 public:
  struct step {
    static void look() { before(); }
    static void change(doorway::word /*value*/) { before(); }
  };
  using array = doorway::access_by_access<typename Memory::array, step>;
  explicit stepping(Memory& memory) : memory_(memory) {}
  array declare(const doorway::declaration& shape) { return array(memory_.declare(shape)); }

 private:
  Memory& memory_;
};

// What a test wants to hear of a passage, and how it may spoil the recovery.
struct watcher {
  virtual void end_of_doorway() {}
  virtual void looks() {}
  virtual bool may_recover() { return true; }
  virtual ~watcher() = default;
};
inline long short_ways = 0;  // of this process: passages that began by the short way and ended there
inline watcher nobody;
inline watcher* watching = &nobody;

template <class Here>
struct watched {
  Here& here;
  std::remove_reference_t<decltype(Here::passage)>& passage = here.passage;
  [[nodiscard]] doorway::process_id id() const { return here.id(); }
  void end_of_doorway() {
    here.end_of_doorway();
    watching->end_of_doorway();
  }
  template <class Ready>
  bool await(Ready&& ready) {
    return here.await([&] {
      watching->looks();
      return ready();
    });
  }
};

// k-bakery-cc-fast, step by step.
template <class Memory>
class stepping_bakery {
  using algorithm = doorway::k_bakery_cc_fast<stepping<Memory>>;

 public:
  static constexpr std::string_view name = "stepping-bakery";
  static constexpr bool recovers = true;
  static constexpr doorway::problem solves = algorithm::solves;
  using passage = typename algorithm::passage;

  stepping_bakery(Memory& memory, const doorway::parameters& size) : inner_(make(memory, size)) {}

  template <class Here>
  bool enter(Here& here) const {
    begin(region::entering);
    watched<Here> me{here};
    return inner_.enter(me);
  }
  template <class Here>
  bool enter_alone(Here& here) const {
    begin(region::entering);
    watched<Here> me{here};
    const bool alone = inner_.enter_alone(me);
    if (alone) ++short_ways;
    return alone;
  }
  template <class Here>
  bool enter_in_turn(Here& here) const {
    watched<Here> me{here};
    return inner_.enter_in_turn(me);
  }
  template <class Here>
  void exit(Here& here) const {
    begin(region::leaving);
    inner_.exit(here);
  }
  template <class Here>
  void abort(Here& here) const {
    begin(region::leaving);
    inner_.abort(here);
  }
  template <class Here>
  void recover(Here& here) const {
    begin(region::recovering);
    if (watching->may_recover()) inner_.recover(here);
  }

 private:
  static algorithm make(Memory& memory, const doorway::parameters& size) {
    stepping<Memory> each(memory);
    return algorithm(each, size);
  }
  algorithm inner_;
};

}  // namespace steps
