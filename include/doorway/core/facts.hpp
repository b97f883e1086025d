// Facts: what an algorithm's class says of itself, for all that is built on it.
//
//     static constexpr std::string_view name = "k-bakery";   by which the tools, the catalogue and the files of locks know it
//     static constexpr bool withdraws = true;                a process that waits may give up: abort() after enter() returned
//                                                            false leaves all in order, wherever in the waiting room it strikes.
//                                                            try_lock and the timed forms are offered only then
//     static constexpr bool recovers = true;                 a process may die: recover(), run in its place, leaves all in order,
//                                                            wherever it died, also if it is done twice. The locks with names, and
//                                                            the tool `doorway`, take only such algorithms
//     static constexpr process_id most = 30;                 it cannot be built for more processes than that
//
// What is not said is false, and `most` is most_processes; a class derived from another algorithm says its own. withdraws and recovers are claims: of the algorithms of this library
// catalogue/NAME.json has the lab's verdicts with their bounds, and tests/lab/checked_test.cpp holds the constants against them.
#pragma once

#include <string_view>

#include "doorway/core/registers.hpp"
#include "doorway/core/sections.hpp"
#include "doorway/core/survey.hpp"

namespace doorway {

template <template <class> class Algorithm>
inline constexpr problem problem_of = Algorithm<survey>::solves;

template <template <class> class Algorithm>
inline constexpr std::string_view name_of = Algorithm<survey>::name;

template <template <class> class Algorithm>
inline constexpr bool withdraws = requires {
  requires Algorithm<survey>::withdraws;
};

template <template <class> class Algorithm>
inline constexpr bool recovers = requires {
  requires Algorithm<survey>::recovers;
};

template <template <class> class Algorithm>
inline constexpr process_id most_of = [] {
  if constexpr (requires { Algorithm<survey>::most; }) return Algorithm<survey>::most;
  else return most_processes;
}();

}  // namespace doorway
