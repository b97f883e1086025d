#include "lab/sampling/walk.hpp"

#include <chrono>
#include <cmath>

#include "doorway/algorithms/all.hpp"
#include "doorway/algorithms/blocks/bounded_timestamps.hpp"
#include "doorway/algorithms/blocks/unbounded_timestamps.hpp"
#include "lab/sampling/timestamps.hpp"

namespace doorway::lab::random {
namespace {

struct episode_draw {
  std::uint64_t seed, steps;
};

// What is to be known of an episode follows from its number and the seed of the walk.
episode_draw draw(const plan& how, std::uint64_t number) {
  generator chance(how.seed * 0x9E37'79B9'7F4A'7C15 + number);
  chance();
  // Short ones and long ones: every length as often as its double.
  const double part = static_cast<double>(chance() >> 11U) * 0x1p-53;
  const auto shortest = static_cast<double>(how.shortest);
  const double length = shortest * std::pow(static_cast<double>(how.longest) / shortest, part);
  return {chance(), static_cast<std::uint64_t>(length)};
}

}  // namespace

outcome walk(subject& what, const plan& how) {
  const auto began = std::chrono::steady_clock::now();
  outcome seen;
  what.prepare(how);
  for (std::uint64_t number = how.first_episode; seen.steps < how.steps; ++number) {
    if (how.episodes != 0 && seen.episodes == how.episodes) break;
    const auto [seed, steps] = draw(how, number);
    seen.steps += what.among().episode(what, seed, steps, how.crashes);
    seen.crashed += what.among().crashed();
    ++seen.episodes;
    how.progress(seen.steps);
    if (what.among().broken().words.empty()) continue;
    seen.broken = what.among().broken();
    seen.episode = number;
    what.report(seen);
    what.among().record();  // the same once more
    what.among().episode(what, seed, steps, how.crashes);
    seen.how = what.among().take_trace();
    break;
  }
  if (seen.broken.words.empty()) what.report(seen);
  seen.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  return seen;
}

std::unique_ptr<subject> make_subject(std::string_view name, const parameters& size) {
  std::unique_ptr<subject> made;
  with_algorithm(name, [&]<template <class> class Algorithm>(std::string_view) {
    made = std::make_unique<subject_of<Algorithm>>(size);
  });
  return made != nullptr ? std::move(made) : make_block(name, size);
}

std::unique_ptr<subject> make_block(std::string_view name, const parameters& size) {
  std::unique_ptr<subject> made;
  if (name == "unbounded-timestamps") made = std::make_unique<timestamps_of<unbounded_timestamps>>(size);
  if (name == "bounded-timestamps") made = std::make_unique<timestamps_of<bounded_timestamps>>(size);
  return made;
}

}  // namespace doorway::lab::random
