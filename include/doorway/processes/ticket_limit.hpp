// Tickets are natural numbers in the papers, and words here. Nobody lives to see a word too small, at a passage a nanosecond; but a
// file can be damaged, or somebody can write into it. One ticket near the end, and the next one begins again at 0: its process
// would be let in beside another. So a process that has taken a ticket looks at all of them before it waits.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "doorway/core/registers.hpp"
#include "doorway/core/survey.hpp"
#include "doorway/memory/placement.hpp"
#include "doorway/platform/scan.hpp"
#include "doorway/processes/file.hpp"
#include "doorway/waiting/parking.hpp"

namespace doorway {

template <class>
class group_bakery;

namespace processes {

// 146 years at a passage a nanosecond.
inline constexpr word largest_ticket = word{1} << 62U;

// The register that holds them. (An algorithm that calls it otherwise is not looked after.)
template <template <class> class Algorithm>
inline constexpr std::string_view ticket_register = "Ticket";
template <>
inline constexpr std::string_view ticket_register<group_bakery> = "Token";

// The words of all tickets among those of a file.
template <template <class> class Algorithm>
[[nodiscard]] std::span<const word> tickets_in(std::span<const word> words, const parameters& size) {
  survey parked;
  [[maybe_unused]] const parking<survey> lot(parked, size.n);
  std::size_t at = 0;
  for (const auto& shape : parked.declared) at += placement(shape).words;
  for (const auto& shape : declarations<Algorithm>(size)) {
    const placement here(shape);
    if (shape.name == ticket_register<Algorithm> && here.packed == packing::words) return words.subspan(at, here.words);
    at += here.words;
  }
  return {};
}
// The same for one who waits now and then: they are found when they are first asked for.
template <template <class> class Algorithm>
class tickets_of_file {
 public:
  [[nodiscard]] bool are_possible(const file& in) {
    if (words_.empty()) words_ = tickets_in<Algorithm>(in.words(), {.n = in.seats(), .k = in.kind().k});
    // (scan::max takes words for signed: what is beyond would look small.)
    word largest = 0;
    for (const word& each : words_) largest = std::max(largest, scan::load(each));
    return largest <= largest_ticket;
  }

 private:
  std::span<const word> words_;
};
[[noreturn]] inline void fail_damaged(const file& what) {
  throw std::runtime_error(
      "doorway: " + what.path() +
      " cannot be used: it was damaged (nobody can have taken a ticket as large as one that is in it); "
      "if nobody uses it, delete it");
}

}  // namespace processes
}  // namespace doorway
