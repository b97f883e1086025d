// Ways to find a file that may vanish, or to make it anew, that let two in, for the tests to catch. Each differs in one point from
// include/doorway/processes/making.hpp.
#pragma once

#include <optional>
#include <utility>

#include "doorway/processes/making.hpp"

namespace doorway::wrong {

// Nobody says that it uses a file: a maker that finds no name makes one.
struct making_without_presence {
  template <class Ground>
  struct silent : Ground {
    static void attend(typename Ground::file_type /*file*/) {}
    static void leave(typename Ground::file_type /*file*/) {}
  };
  template <class Ground>
  static auto find_or_make(const Ground& ground) {
    const silent<Ground> without{ground};
    return processes::find_or_make(without);
  }
};

// A finder does not look again at the name after its presence is on: the file has vanished in between, and a maker has asked
// for presences before this one was on.
struct making_without_second_look {
  template <class Ground>
  struct trusting : Ground {
    static bool has_name(typename Ground::file_type /*file*/) { return true; }
  };
  template <class Ground>
  static auto find_or_make(const Ground& ground) {
    const trusting<Ground> without{ground};
    return processes::find_or_make(without);
  }
};

// Makers do not keep each other out: the one that comes second takes away the name that the first has just made.
struct making_without_guard {
  template <class Ground>
  struct open : Ground {
    struct guard {
      explicit guard(const open& /*of*/) {}
    };
  };
  template <class Ground>
  static auto find_or_make(const Ground& ground) {
    const open<Ground> without{ground};
    return processes::find_or_make(without);
  }
};

// A maker asks for presences before it looks at the name: who turns its presence on in between still sees the name, which
// vanishes before the maker looks.
struct making_asks_first {
  template <class Ground>
  static std::optional<typename Ground::file_type> find_or_make(const Ground& ground) {
    const auto stay = [&](std::optional<typename Ground::file_type> found) {
      ground.attend(*found);
      if (!ground.has_name(*found)) {
        ground.leave(*found);
        found.reset();
      }
      return found;
    };
    if (auto found = ground.find()) return stay(std::move(found));
    const typename Ground::guard alone(ground);
    const bool in_use = ground.had_a_name_in_use();
    if (auto found = ground.find_guarded()) return stay(std::move(found));
    if (in_use) return std::nullopt;
    return stay(std::optional(ground.make()));
  }
};

// A finder looks at the name first and turns its presence on afterwards.
struct making_attends_last {
  template <class Ground>
  static std::optional<typename Ground::file_type> find_or_make(const Ground& ground) {
    const auto stay = [&](std::optional<typename Ground::file_type> found) {
      if (ground.has_name(*found)) ground.attend(*found);
      else found.reset();
      return found;
    };
    if (auto found = ground.find()) return stay(std::move(found));
    const typename Ground::guard alone(ground);
    if (auto found = ground.find_guarded()) return stay(std::move(found));
    if (ground.had_a_name_in_use()) return std::nullopt;
    return stay(std::optional(ground.make()));
  }
};

// A maker does not look again at the name that it has made. Where only the file vanishes, nobody can come to harm: the next maker
// waits for its guard. The directory that vanishes takes the guard with it.
struct making_trusts_the_maker {
  template <class Ground>
  static std::optional<typename Ground::file_type> find_or_make(const Ground& ground) {
    const auto stay = [&](std::optional<typename Ground::file_type> found) {
      ground.attend(*found);
      if (!ground.has_name(*found)) {
        ground.leave(*found);
        found.reset();
      }
      return found;
    };
    if (auto found = ground.find()) return stay(std::move(found));
    const typename Ground::guard alone(ground);
    if (auto found = ground.find_guarded()) return stay(std::move(found));
    if (ground.had_a_name_in_use()) return std::nullopt;
    const auto made = ground.make();
    if (made == Ground::none) return std::nullopt;
    ground.attend(made);
    return made;
  }
};

}  // namespace doorway::wrong
