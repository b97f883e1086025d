// Any algorithm with one of a few gross flaws, so that every claim has a mutant: a HOLDS up to a bound counts only if the lab
// refutes the claim of a mutant within that bound. The flaws:
//
//     impatient   looks once where it should wait, and goes in                    exclusion
//     early       says that its doorway is over after the first step of it        FCFS, k-FCFS, FIFE (k = 1)
//     forgetful   leaves without its exit protocol                                deadlock and starvation freedom, resets
//     stuck       on its way out, or when it gives up, waits for what never is    bounded exit, bounded abort
//     alone       asks for a session of its own, whatever was asked for           concurrent entry
//     narrow      has registers that take one value less than declared, or, if
//                 they are unbounded, that belong to the wrong process            declarations
//     plain       gives up, and is recovered, by the exit protocol alone: wrong only for some, and then it is the reason
//                 for what their abort and recover do besides
//
// The flaw is chosen when the lock is made: doorway::wrong::flaw_to_have is read by the constructor.
#pragma once

#include <cstdint>

#include "doorway/core/registers.hpp"
#include "doorway/core/sections.hpp"

namespace doorway::wrong {

enum class kind_of_flaw : std::uint8_t { none, impatient, early, forgetful, stuck, alone, narrow, plain };
inline thread_local kind_of_flaw flaw_to_have = kind_of_flaw::none;

// A memory that takes away one value of each bounded domain, and turns the other arrays round.
template <class Memory>
class narrowing {
 public:
  using array = typename Memory::array;
  narrowing(Memory& memory, bool narrow) : memory_(memory), narrow_(narrow) {}
  array declare(declaration shape) {
    if (narrow_ && shape.domain != unbounded && shape.initial + 1 < shape.domain) --shape.domain;
    else if (narrow_ && shape.writer == writer::row) shape.writer = writer::column;
    return memory_.declare(shape);
  }

 private:
  Memory& memory_;
  bool narrow_;
};

template <class Here>
class hasty {
 public:
  explicit hasty(Here& here) : passage(here.passage), here_(here) {}
  decltype(Here::passage)& passage;

  [[nodiscard]] process_id id() const { return here_.id(); }
  void end_of_doorway() { here_.end_of_doorway(); }
  template <class Ready>
  bool await(Ready&& ready) {
    ready();
    return true;
  }

 private:
  Here& here_;
};

template <template <class> class Right>
struct flawed {
  template <class Memory>
  class lock {
    using thin = narrowing<Memory>;

   public:
    static constexpr problem solves = Right<thin>::solves;
    using passage = typename Right<thin>::passage;

    lock(Memory& memory, const parameters& size)
        : flaw_(flaw_to_have),
          memory_(memory, flaw_ == kind_of_flaw::narrow),
          right_(memory_, wider(size)),
          Never(memory, {.name = "Never", .rows = extra() ? size.n : 0, .domain = 2}) {}

    template <class Here, class... Session>
    bool enter(Here& here, Session... session) const {
      if (flaw_ == kind_of_flaw::narrow) static_cast<void>(Never.read(here.id()));  // a first step that is right
      if (flaw_ == kind_of_flaw::early) here.end_of_doorway();
      if (flaw_ == kind_of_flaw::alone) return right_.enter(here, (static_cast<void>(session), word{here.id()} + 1)...);
      if (flaw_ != kind_of_flaw::impatient) return right_.enter(here, session...);
      hasty<Here> at_once(here);
      return right_.enter(at_once, session...);
    }
    template <class Here>
    void exit(Here& here) const {
      wait_for_nothing(here);
      if (flaw_ != kind_of_flaw::forgetful) right_.exit(here);
    }
    template <class Here>
    void abort(Here& here) const {
      wait_for_nothing(here);
      if (flaw_ == kind_of_flaw::plain) right_.exit(here);
      else if constexpr (requires { right_.abort(here); })
        if (flaw_ != kind_of_flaw::forgetful) right_.abort(here);
    }
    template <class Here>
    void recover(Here& here) const {
      if (flaw_ == kind_of_flaw::plain) right_.exit(here);
      else if constexpr (requires { right_.recover(here); })
        if (flaw_ != kind_of_flaw::forgetful) right_.recover(here);
    }

   private:
    [[nodiscard]] bool extra() const { return flaw_ == kind_of_flaw::stuck || flaw_ == kind_of_flaw::narrow; }
    parameters wider(parameters size) const {
      if (flaw_ == kind_of_flaw::alone) size.sessions = size.n;
      return size;
    }
    template <class Here>
    void wait_for_nothing(Here& here) const {
      if (flaw_ != kind_of_flaw::stuck) return;
      while (Never.read(here.id()) == 0) {}
    }

    kind_of_flaw flaw_;
    thin memory_;
    Right<thin> right_;
    registers<Memory> Never;
  };
};

}  // namespace doorway::wrong
