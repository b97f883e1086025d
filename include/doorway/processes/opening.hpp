// The file behind a name: found, or made if there is none, and only if it is what the caller wants.
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "doorway/algorithms.hpp"
#include "doorway/memory/patience.hpp"
#include "doorway/memory/survey.hpp"
#include "doorway/memory/threads.hpp"
#include "doorway/memory/waking.hpp"
#include "doorway/processes/directory.hpp"
#include "doorway/processes/file.hpp"
#include "doorway/processes/recovery.hpp"

namespace doorway::processes {

// What the file says is not what the caller wants of it.
struct disagreement : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

// As the catalogue has it; an algorithm that is not in there says so itself, as `name`.
template <template <class> class Algorithm>
[[nodiscard]] std::string name_of() {
  std::string found;
  if constexpr (requires { Algorithm<survey>::name; }) found = Algorithm<survey>::name;
  for_each_algorithm([&]<template <class> class Each>(std::string_view name) {
    if constexpr (std::is_same_v<Each<survey>, Algorithm<survey>>) found = name;
  });
  return found;
}

template <template <class> class Algorithm>
[[nodiscard]] file_kind kind_of(const parameters& size) {
  const bool sessions = Algorithm<survey>::solves == problem::group_exclusion;
  return {name_of<Algorithm>(), size.n, sessions ? 0 : size.k, doorway::detail::words_needed<Algorithm>(size)};
}

// A new file under that name, in place of what was there. The caller holds the guard.
template <template <class> class Algorithm>
file make_file(const directory& where, const std::string& name, const parameters& size) {
  return file::make(where, name, kind_of<Algorithm>(size), [&](std::span<word> words) {
    waking memory(size.n, words, block::contents::fresh, futex::reach::many_processes);
    [[maybe_unused]] const Algorithm<waking> initial(memory, size);
  });
}

// Throws unless a file of that name runs this algorithm.
template <template <class> class Algorithm>
void check_runs(const file& found, const std::string& name) {
  const auto& kind = found.kind();
  const bool sessions = Algorithm<survey>::solves == problem::group_exclusion;
  const std::string own = name_of<Algorithm>();
  if (kind.algorithm != own) {
    bool recoverable = false;
    const bool known = with_algorithm(
        kind.algorithm, [&]<template <class> class Each>(std::string_view) { recoverable = recovers<Each>; });
    if (!recoverable)
      throw disagreement("doorway: '" + name + "' runs the algorithm '" + kind.algorithm + "', " +
                         (known ? "which is not for processes: if one were killed, its place could be lost"
                                : "which this version of doorway does not know") +
                         "; if nobody uses it, 'doorway remove " + name + "'");
  }
  if (sessions != (kind.k == 0))
    throw disagreement("doorway: '" + name + "' is for " + (kind.k == 0 ? "sessions" : "slots") + ", not for " +
                       (sessions ? "sessions" : "slots") + "; choose another name");
  if (kind.algorithm != own)
    throw disagreement("doorway: '" + name + "' runs the algorithm '" + kind.algorithm + "', not '" + own +
                       "'; choose another name");
}

// The file of that name, made if there is none. `n` is for the maker; k must agree. Whoever has the directory's guard is
// waited for: see directory::guard.
template <template <class> class Algorithm, class KeepWaiting = always>
[[nodiscard]] file open_or_make(const directory& where, const std::string& name, const parameters& size,
                                const patience& how_long = patience::for_ever(), KeepWaiting keep_waiting = {}) {
  check_name(name);
  const auto checked = [&](file found) {
    check_runs<Algorithm>(found, name);
    const auto& kind = found.kind();
    if (kind.k != 0 && kind.k != size.k)
      throw disagreement("doorway: '" + name + "' has " + std::to_string(kind.k) +
                         (kind.k == 1 ? " slot, not " : " slots, not ") + std::to_string(size.k) + "; use -k " +
                         std::to_string(kind.k) + ", or 'doorway resize " + name + " " + std::to_string(size.k) +
                         "' when nobody uses it");
    if (kind.words != doorway::detail::words_needed<Algorithm>({.n = kind.n, .k = kind.k}))
      throw std::runtime_error("doorway: " + found.path() +
                               " cannot be used: it was cut off or damaged; if nobody uses it, delete it");
    return found;
  };
  if (auto found = file::find(where, name); found && found->state() == file_state::in_use)
    return checked(*std::move(found));
  const directory::guard alone(where, how_long, keep_waiting);
  if (auto found = file::find(where, name)) {
    found->set_state(file_state::in_use);  // whoever doubted it is gone: we hold the guard
    return checked(*std::move(found));
  }
  return make_file<Algorithm>(where, name, size);
}

}  // namespace doorway::processes
