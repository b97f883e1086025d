// Capacity: for how many processes can this algorithm be built?
//
// For up to most_processes, unless it says otherwise: some pack into one register what grows with n.
#pragma once

#include "doorway/core/registers.hpp"
#include "doorway/memory/survey.hpp"

namespace doorway {

template <template <class> class Algorithm>
inline constexpr process_id most_of = [] {
  if constexpr (requires { Algorithm<survey>::most; }) return Algorithm<survey>::most;
  else return most_processes;
}();

}  // namespace doorway
