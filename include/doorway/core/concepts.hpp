// Contracts: what a memory, a process and an algorithm owe each other. The compiler holds them where an algorithm meets a memory:
// in registers<Memory>, in the front doors, in the files of locks with names, and in the lab.
//
// What functions mean is said where it is at home: of a memory in registers.hpp, of a process and of an algorithm in sections.hpp.
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <type_traits>

#include "doorway/core/declaration.hpp"
#include "doorway/core/process_set.hpp"
#include "doorway/core/sections.hpp"
#include "doorway/core/word.hpp"

namespace doorway {

// --- memory ---

// A trivially copyable view of one declared array: an algorithm holds it, and is copied freely.
template <class Array>
concept reads_and_writes = std::is_trivially_copyable_v<Array> && requires(const Array& array, cell at, word value) {
  { array.read(at) } -> std::same_as<word>;
  array.write(at, value);
};

// What an array may have besides. registers.hpp can do without each of them.
template <class Array>
concept announces = requires(const Array& array) {  // where a write and an announce are not the same
  array.announce(cell{}, word{});
};
template <class Array>
concept prepares = requires(const Array& array) {  // a write that others may see as late as the writer's next announce
  array.prepare(cell{}, word{});
};
template <class Array>
concept fetch_adds = requires(const Array& array) {  // more than reads and writes, for algorithms that say they need it
  { array.fetch_add(cell{}, word{}) } -> std::same_as<word>;
};
// Many registers at once: of so many rows, in place of a loop of registers.hpp.
template <class Array>
concept finds_max = requires(const Array& array) {
  { array.max(process_id{}) } -> std::same_as<word>;
};
template <class Array>
concept knows_its_lines = requires(const Array& array) {
  { array.is_one_line() } -> std::same_as<bool>;
};
template <class Array>
concept announces_alone = requires(const Array& array) {
  { array.announce_alone(process_id{}, process_id{}, word{}, word{}) } -> std::same_as<bool>;
};
template <class Array>
concept erases_later = requires(const Array& array, process_set& from) {
  array.erase_later(from, process_id{}, word{}, process_id{});
};
template <class Array>
concept locates = requires(const Array& array) {
  { array.locate(cell{}).read() } -> std::same_as<word>;
};

// The same by name, so that an array says which of them it has not got:
//     static constexpr extras leaves_out = {extra::max, extra::locate};
//     static constexpr extras leaves_out = extras::all_but({extra::fetch_add});
// Otherwise a slip of the pen, or an array around another one, would quietly be given the loops of registers.hpp.
enum class extra : std::uint8_t { announce, prepare, fetch_add, max, is_one_line, announce_alone, erase_later, locate };

class extras {
 public:
  constexpr extras(std::initializer_list<extra> some) {
    for (const extra one : some) bits_ |= bit(one);
  }
  [[nodiscard]] static constexpr extras all_but(extras some) {
    extras rest{};
    rest.bits_ = 0xFFU & ~some.bits_;
    return rest;
  }
  // These too, if so.
  [[nodiscard]] constexpr extras and_if(bool so, extras others) const {
    extras both = *this;
    if (so) both.bits_ |= others.bits_;
    return both;
  }
  [[nodiscard]] constexpr extras but(extras others) const {
    extras rest = *this;
    rest.bits_ &= ~others.bits_;
    return rest;
  }
  [[nodiscard]] constexpr bool contains(extra one) const { return (bits_ & bit(one)) != 0; }

 private:
  static constexpr std::uint32_t bit(extra one) { return std::uint32_t{1} << static_cast<std::uint32_t>(one); }
  std::uint32_t bits_ = 0;
};

template <class Array>
inline constexpr extras left_out_by = [] {
  if constexpr (requires { extras(Array::leaves_out); }) return extras(Array::leaves_out);
  else return extras{};
}();

// It has the member, or says that it leaves it out; not both.
template <class Array, extra Member, bool Has>
concept has_or_leaves_out = Has != left_out_by<Array>.contains(Member);

template <class Array>
concept says_what_it_leaves_out = has_or_leaves_out<Array, extra::announce, announces<Array>> &&
    has_or_leaves_out<Array, extra::prepare, prepares<Array>> &&
    has_or_leaves_out<Array, extra::fetch_add, fetch_adds<Array>> &&
    has_or_leaves_out<Array, extra::max, finds_max<Array>> &&
    has_or_leaves_out<Array, extra::is_one_line, knows_its_lines<Array>> &&
    has_or_leaves_out<Array, extra::announce_alone, announces_alone<Array>> &&
    has_or_leaves_out<Array, extra::erase_later, erases_later<Array>> &&
    has_or_leaves_out<Array, extra::locate, locates<Array>>;

template <class Memory>
concept has_array = requires {
  typename Memory::array;
};
template <class Memory>
concept declares = requires(Memory& memory, const declaration& shape) {
  { memory.declare(shape) } -> std::same_as<typename Memory::array>;
};

// What registers are made of.
template <class Memory>
concept register_memory = has_array<Memory> && reads_and_writes<typename Memory::array> &&
    says_what_it_leaves_out<typename Memory::array> && declares<Memory>;

// --- process ---

// `here`, the process that runs; Passage: the algorithm's. It may also have await(ready, ahead).
template <class Here, class Passage>
concept process_context = requires(Here& here, bool (*ready)()) {
  { here.id() } -> std::same_as<process_id>;
  { here.passage } -> std::same_as<Passage&>;
  here.end_of_doorway();
  { here.await(ready) } -> std::same_as<bool>;
};

// --- algorithm ---

template <class Algorithm>
concept says_what_it_solves = requires {
  { Algorithm::solves } -> std::convertible_to<problem>;
};
template <class Algorithm>
concept has_passage = requires {
  typename Algorithm::passage;
}
&&std::default_initializable<typename Algorithm::passage>;

template <class Algorithm, class Memory>
concept is_made_on =
    std::is_trivially_copyable_v<Algorithm> && std::constructible_from<Algorithm, Memory&, const parameters&>;

template <class Algorithm, class Here>
concept enters = requires(const Algorithm& algorithm, Here& here) {
  { algorithm.enter(here) } -> std::same_as<bool>;
};
template <class Algorithm, class Here>
concept enters_with_session = requires(const Algorithm& algorithm, Here& here, word session) {
  { algorithm.enter(here, session) } -> std::same_as<bool>;
};
template <class Algorithm, class Here>
concept exits = requires(const Algorithm& algorithm, Here& here) {
  algorithm.exit(here);
};

// Whether it has abort, and recover: some constructions cannot.
template <class Algorithm, class Here>
concept abortable = requires(const Algorithm& algorithm, Here& here) {
  algorithm.abort(here);
};
template <class Algorithm, class Here>
concept recoverable = requires(const Algorithm& algorithm, Here& here) {
  algorithm.recover(here);
};
// Its constants (facts.hpp) promise no more than it has.
template <class Algorithm>
concept says_that_it_withdraws = requires {
  requires Algorithm::withdraws;
};
template <class Algorithm>
concept says_that_it_recovers = requires {
  requires Algorithm::recovers;
};
template <class Algorithm, class Here>
concept has_what_it_says = (!says_that_it_withdraws<Algorithm> ||
                            abortable<Algorithm, Here>)&&(!says_that_it_recovers<Algorithm> ||
                                                          recoverable<Algorithm, Here>);

// A short way in has both its parts.
template <class Algorithm, class Here>
concept enters_alone = requires(const Algorithm& algorithm, Here& here) {
  { algorithm.enter_alone(here) } -> std::same_as<bool>;
};
template <class Algorithm, class Here>
concept enters_in_turn = requires(const Algorithm& algorithm, Here& here) {
  { algorithm.enter_in_turn(here) } -> std::same_as<bool>;
};
template <class Algorithm, class Here>
concept has_short_way = enters_alone<Algorithm, Here> && enters_in_turn<Algorithm, Here>;
template <class Algorithm, class Here>
concept has_all_of_a_short_way = has_short_way<Algorithm, Here> ||
    (!enters_alone<Algorithm, Here> && !enters_in_turn<Algorithm, Here>);

// The same with a session.
template <class Algorithm, class Here>
concept has_short_way_with_session = requires(const Algorithm& algorithm, Here& here, word session) {
  { algorithm.enter_alone(here, session) } -> std::same_as<bool>;
  { algorithm.enter_in_turn(here, session) } -> std::same_as<bool>;
};

template <class Algorithm>
inline constexpr bool keeps_passage = requires {
  requires Algorithm::keeps_passage;
};

// A is the class over its memory, Here what runs on that memory.
template <class A, class Memory, class Here>
concept algorithm_in_shape = says_what_it_solves<A> && has_passage<A> && is_made_on<A, Memory> && exits<A, Here> &&
    has_what_it_says<A, Here> && has_all_of_a_short_way<A, Here>;

template <class A, class Memory, class Here>
concept mutual_exclusion_algorithm =
    algorithm_in_shape<A, Memory, Here> && A::solves == problem::mutual_exclusion&& enters<A, Here>;
template <class A, class Memory, class Here>
concept k_exclusion_algorithm =
    algorithm_in_shape<A, Memory, Here> && A::solves == problem::k_exclusion&& enters<A, Here>;
template <class A, class Memory, class Here>
concept group_exclusion_algorithm =
    algorithm_in_shape<A, Memory, Here> && A::solves == problem::group_exclusion&& enters_with_session<A, Here>;

// Asked where the three meet, once: static_assert(meet<Algorithm<Memory>, Memory, here>()). The compiler's notes name what is missing.
template <class A, class Memory, class Here>
consteval bool meet() {
  static_assert(register_memory<Memory>, "not a memory: core/concepts.hpp");
  static_assert(says_what_it_solves<A>, "an algorithm says which problem it solves: static constexpr problem solves");
  static_assert(has_passage<A>, "an algorithm has a passage: using passage = nothing");
  if constexpr (says_what_it_solves<A> && has_passage<A>) {
    static_assert(process_context<Here, typename A::passage>,
                  "not what a process is to an algorithm: core/concepts.hpp");
    if constexpr (A::solves == problem::mutual_exclusion)
      static_assert(mutual_exclusion_algorithm<A, Memory, Here>, "not an algorithm for mutual exclusion");
    else if constexpr (A::solves == problem::k_exclusion)
      static_assert(k_exclusion_algorithm<A, Memory, Here>, "not an algorithm for k-exclusion");
    else static_assert(group_exclusion_algorithm<A, Memory, Here>, "not an algorithm for group exclusion");
  }
  return true;
}

}  // namespace doorway
