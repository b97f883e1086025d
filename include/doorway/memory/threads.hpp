// The thread memory: the registers of one lock, between the threads of one process.
#pragma once

#include <memory>
#include <new>
#include <span>
#include <vector>

#include "doorway/core/survey.hpp"
#include "doorway/memory/block.hpp"
#include "doorway/memory/placement.hpp"
#include "doorway/memory/waking.hpp"

namespace doorway {

namespace detail {
// Words on cache lines of their own.
class lines {
 public:
  explicit lines(std::size_t words) : words_(words), first_(allocate(words)) {}
  [[nodiscard]] std::span<word> words() const { return {first_.get(), words_}; }

 private:
  static constexpr auto alignment = std::align_val_t{words_per_line * sizeof(word)};
  struct deallocate {
    void operator()(word* first) const { ::operator delete(first, alignment); }
  };
  static word* allocate(std::size_t words) {
    auto* first = static_cast<word*>(::operator new(words * sizeof(word), alignment));
    std::uninitialized_value_construct_n(first, words);
    return first;
  }
  std::size_t words_;
  std::unique_ptr<word, deallocate> first_;
};

// The words that an algorithm's registers and the parking of n processes take together.
template <template <class> class Algorithm>
[[nodiscard]] std::size_t words_needed(const parameters& size) {
  survey parked;
  [[maybe_unused]] const parking<survey> lot(parked, size.n);
  std::size_t words = 0;
  for (const auto& shape : parked.declared) words += placement(shape).words;
  for (const auto& shape : declarations<Algorithm>(size)) words += placement(shape).words;
  return words;
}
}  // namespace detail

class threads : private detail::lines, public waking {
 public:
  threads(process_id n, std::size_t words)
      : lines(words), waking(n, lines::words(), block::contents::fresh, futex::reach::one_process) {}

  using lines::words;
};

}  // namespace doorway
