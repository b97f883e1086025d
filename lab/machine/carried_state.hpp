// What a process carries from one passage to the next, where the algorithm says so (keeps_passage in core/concepts.hpp).
#pragma once

#include "doorway/core/concepts.hpp"

namespace doorway::lab {

template <class Algorithm>
class carried_state {
 public:
  template <class Here>
  void begin(Here& here) const {
    if constexpr (keeps_passage<Algorithm>) here.passage = kept_;
  }
  template <class Here>
  void end(const Here& here) {
    if constexpr (keeps_passage<Algorithm>) kept_ = here.passage;
  }

 private:
  typename Algorithm::passage kept_{};
};

}  // namespace doorway::lab
