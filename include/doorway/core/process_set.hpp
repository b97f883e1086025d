// A set of processes as private state: a bitset with its size, trivially copyable, no heap.
//
//     auto ahead = process_set::everyone_but(p, n);
//     for (auto i : ahead) if (...) ahead.erase(i);      erasing the process at hand, or one already seen, is allowed
#pragma once

#include <array>
#include <bit>

#include "doorway/core/word.hpp"

namespace doorway {

class process_set {
  static constexpr process_id bits = 64;

 public:
  constexpr process_set() = default;

  // {0 .. n-1} \ {p}
  [[nodiscard]] static constexpr process_set everyone_but(process_id p, process_id n) {
    process_set all;
    for (process_id i = 0; i < n / bits; ++i) all.words_[i] = ~word{0};
    if (n % bits != 0) all.words_[n / bits] = (word{1} << (n % bits)) - 1;
    all.size_ = n;
    all.erase(p);
    return all;
  }

  [[nodiscard]] constexpr process_id size() const { return size_; }
  [[nodiscard]] constexpr bool contains(process_id p) const { return (words_[p / bits] >> (p % bits) & 1) != 0; }

  // The members first .. first+63 as bits; first is a multiple of 64.
  [[nodiscard]] constexpr word bits_from(process_id first) const {
    return first < most_processes ? words_[first / bits] : 0;
  }

  constexpr void insert(process_id p) {
    if (!contains(p)) ++size_;
    words_[p / bits] |= word{1} << (p % bits);
  }
  constexpr void erase(process_id p) {
    if (contains(p)) --size_;
    words_[p / bits] &= ~(word{1} << (p % bits));
  }

  // Takes out those of first .. first+63 whose bits are set; first is a multiple of 64, and all of them are members.
  constexpr void erase_bits(process_id first, word which) {
    words_[first / bits] &= ~which;
    size_ -= static_cast<process_id>(std::popcount(which));
  }

  // Ascending. Holds the rest of the word it is in, so that erasing what it stands on does no harm.
  class iterator {
   public:
    constexpr iterator(const process_set* of, process_id word_index) : of_(of), index_(word_index) { settle(); }
    constexpr process_id operator*() const { return index_ * bits + static_cast<process_id>(std::countr_zero(rest_)); }
    constexpr iterator& operator++() {
      rest_ &= rest_ - 1;
      if (rest_ == 0) {
        ++index_;
        settle();
      }
      return *this;
    }
    constexpr bool operator==(const iterator& other) const { return index_ == other.index_ && rest_ == other.rest_; }

   private:
    constexpr void settle() {
      while (index_ < most_processes / bits && of_->words_[index_] == 0) ++index_;
      rest_ = index_ < most_processes / bits ? of_->words_[index_] : 0;
    }
    const process_set* of_;
    process_id index_;
    word rest_ = 0;
  };
  [[nodiscard]] constexpr iterator begin() const { return {this, 0}; }
  [[nodiscard]] constexpr iterator end() const { return {this, most_processes / bits}; }

 private:
  std::array<word, most_processes / bits> words_{};
  process_id size_ = 0;
};

}  // namespace doorway
