// An inner lock is entered through the same contract (sections.hpp) as any lock: all it needs is a `here`.
//
//     inner me(here, here.passage.lock);                    the same process; the inner lock's own passage
//     if (!lock.enter(me)) return false;                    told to give up while it waited for the inner lock
//
//     inner_until me(here, here.passage.lock, [&] { ... });  also gives up the inner lock as soon as this is true
//
//     inner_doorway me(here, here.passage.lock);            the doorway of the outer algorithm ends where the inner lock's does
//
// A process that waits for the inner lock waits in the outer algorithm's waiting room, and is told to give up there too. The
// doorway of the inner lock is nobody's, if it is not said to be the outer one's: arrival counts from that.
#pragma once

#include <utility>

#include "doorway/core/registers.hpp"
#include "doorway/core/sections.hpp"

namespace doorway {

template <class Here, class Passage>
class inner {
 public:
  constexpr inner(Here& outer, Passage& own) : passage(own), outer_(outer) {}

  [[nodiscard]] constexpr process_id id() const { return outer_.id(); }
  constexpr void end_of_doorway() const {}
  template <class Ready>
  constexpr bool await(Ready&& ready) const {
    return outer_.await(std::forward<Ready>(ready));
  }
  template <class Ready, class Ahead>
  constexpr bool await(Ready&& ready, Ahead&& ahead) const {
    return doorway::await(outer_, std::forward<Ready>(ready), std::forward<Ahead>(ahead));
  }

  Passage& passage;

 private:
  Here& outer_;
};

template <class Here, class Passage>
class inner_doorway : public inner<Here, Passage> {
 public:
  constexpr inner_doorway(Here& outer, Passage& own) : inner<Here, Passage>(outer, own), of_(outer) {}
  constexpr void end_of_doorway() const { of_.end_of_doorway(); }

 private:
  Here& of_;
};

// enough() is asked before each look; it takes a bounded number of steps. After a false from the inner lock's enter,
// stopped() says that this was the reason.
template <class Here, class Passage, class Enough>
class inner_until {
 public:
  constexpr inner_until(Here& outer, Passage& own, const Enough& enough)
      : passage(own), outer_(outer), enough_(enough) {}

  [[nodiscard]] constexpr process_id id() const { return outer_.id(); }
  constexpr void end_of_doorway() const {}
  template <class Ready>
  constexpr bool await(Ready&& ready) {
    const bool went = outer_.await([&] {
      stopped_ = enough_();
      return stopped_ || ready();
    });
    return went && !stopped_;
  }
  [[nodiscard]] constexpr bool stopped() const { return stopped_; }

  Passage& passage;

 private:
  Here& outer_;
  const Enough& enough_;
  bool stopped_ = false;
};

}  // namespace doorway
