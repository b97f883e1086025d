// Specifications of blocks: what a part promises, checked while clients use it in every possible way.
//
// A client is a program (program.hpp) whose processes call a block's operations in turn, without end. Nothing but the block's
// own accesses are steps. What the block is promised (its conditions) and what it promises (its specification) is said by a
// watcher, which sees every step and remembers what it must in a few bytes of the key:
//
//     struct watcher {                                                  trivially copyable, without padding
//       bool may(process_id p, sights now) const;                       do the conditions allow p's next step?
//       const char* step(process_id p, const sight& before, sights now);   null, or what is broken
//     };
//
// One that only asks for the steps after which a process shows another stage says so, allows all steps (sections_only), and may
// say itself what it remembers (pack, unpack), in fewer bits than its bytes have: timestamps/check.hpp.
//
// The search is that of explore.hpp: every interleaving of unboundedly many calls. A breach comes with the steps that lead to it.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "lab/limits.hpp"
#include "lab/machine/program.hpp"
#include "lab/trace/trace.hpp"

namespace doorway::lab {

// What a watcher sees of a process: the client's own marks, and what it is about to do.
struct sight {
  stage at = stage::remainder;
  word session = 0;
  operation next{};
};
using sights = std::span<const sight>;

// A watcher, whichever it is.
class watching {
 public:
  virtual ~watching() = default;
  // Of what it remembers: how many values it may have, and which it has in the beginning.
  struct part {
    std::uint64_t values, first;
  };
  static constexpr std::size_t most_parts = 128;
  using memory = std::array<std::uint64_t, most_parts>;
  [[nodiscard]] virtual std::vector<part> parts() const = 0;

  [[nodiscard]] virtual bool sections_only() const = 0;
  [[nodiscard]] virtual bool may(const memory& known, process_id p, sights now) const = 0;
  [[nodiscard]] virtual const char* step(memory& known, process_id p, const sight& before, sights now) const = 0;
};

template <class Watcher>
class watched_by final : public watching {
  static constexpr bool packs = requires { Watcher::sections_only; };
  static_assert(packs || std::has_unique_object_representations_v<Watcher>, "kept byte by byte");

 public:
  explicit watched_by(const Watcher& first = {}) : first_(first) {}

  [[nodiscard]] std::vector<part> parts() const override {
    std::vector<part> all;
    put(first_, [&](std::uint64_t value, unsigned bits) { all.push_back({std::uint64_t{1} << bits, value}); });
    return all;
  }
  [[nodiscard]] bool sections_only() const override { return packs; }
  [[nodiscard]] bool may(const memory& known, process_id p, sights now) const override {
    if constexpr (packs) return true;
    else return got(known).may(p, now);
  }
  [[nodiscard]] const char* step(memory& known, process_id p, const sight& before, sights now) const override {
    Watcher it = got(known);
    const char* const broken = it.step(p, before, now);
    auto next = known.begin();
    put(it, [&](std::uint64_t value, unsigned) { *next++ = value; });
    return broken;
  }

 private:
  template <class Visit>
  static void put(const Watcher& it, const Visit& visit) {
    if constexpr (packs) {
      it.pack(visit);
    } else {
      std::array<unsigned char, sizeof it> bytes;
      std::memcpy(bytes.data(), &it, sizeof it);
      for (const auto byte : bytes) visit(byte, 8);
    }
  }
  [[nodiscard]] Watcher got(const memory& known) const {
    Watcher it = first_;
    auto next = known.begin();
    if constexpr (packs) {
      it.unpack([&](unsigned) { return *next++; });
    } else {
      std::array<unsigned char, sizeof it> bytes;
      for (auto& byte : bytes) byte = static_cast<unsigned char>(*next++);
      std::memcpy(&it, bytes.data(), sizeof it);
    }
    return it;
  }
  Watcher first_;
};

struct specification_report {
  bool complete = false;      // everything that can be reached was
  std::string broken;         // empty: nothing
  std::optional<trace> how;   // the steps that lead to it
  progress explored;          //
  bool lazy = false;          // learned on the way
  std::uint64_t entries = 0;  // steps that show stage::critical for the first time
};

// random_steps: of walks that show values beforehand, in which no conditions are kept.
[[nodiscard]] specification_report check_specification(const program& code, const watching& by,
                                                       const exploration_limits& limits = {},
                                                       std::uint32_t random_steps = 0);

}  // namespace doorway::lab
