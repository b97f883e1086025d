// A global state as a key of a few machine words: a field for each component, a field for each shared register.
//
// A field never straddles two words. Bit 63 of the first word is always set, so that no key is zero and a table of keys can
// use zero for "empty".
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace doorway::lab {

template <std::size_t Words>
using key = std::array<std::uint64_t, Words>;

struct field {
  std::uint8_t at = 0;     // which word
  std::uint8_t shift = 0;  //
  std::uint64_t mask = 0;  // before shifting

  [[nodiscard]] std::uint64_t get(const std::uint64_t* from) const { return from[at] >> shift & mask; }
  void set(std::uint64_t* in, std::uint64_t value) const { in[at] = (in[at] & ~(mask << shift)) | value << shift; }
  template <std::size_t Words>
  [[nodiscard]] std::uint64_t get(const key<Words>& from) const {
    return get(from.data());
  }
  template <std::size_t Words>
  void set(key<Words>& in, std::uint64_t value) const {
    set(in.data(), value);
  }
};

// Gives out fields, the widest request first if the caller is wise.
class layout {
 public:
  static constexpr unsigned most_words = 8;

  // A field for the values 0 .. count-1.
  field add(std::uint64_t count) {
    const auto width = static_cast<unsigned>(std::bit_width(count > 0 ? count - 1 : 0));
    for (unsigned w = 0; w < most_words; ++w) {
      const unsigned room = w == 0 ? 63 : 64;
      if (used_[w] + width > room) continue;
      const auto shift = used_[w];
      used_[w] += width;
      bits_ += width;
      if (w + 1 > words_) words_ = w + 1;
      return {static_cast<std::uint8_t>(w), static_cast<std::uint8_t>(shift < 64 ? shift : 0),
              width == 0 ? 0 : ~std::uint64_t{0} >> (64 - width)};
    }
    throw std::length_error("a global state needs more than " + std::to_string(most_words * 64 - 1) + " bits");
  }
  [[nodiscard]] unsigned words() const { return words_; }
  [[nodiscard]] unsigned bits() const { return bits_; }
  // The first bytes of a key, after which all is zero.
  [[nodiscard]] std::size_t bytes() const { return words_ == 1 ? 8 : (words_ - 1) * 8 + (used_[words_ - 1] + 7) / 8; }

 private:
  std::array<unsigned, most_words> used_{};
  unsigned words_ = 1;
  unsigned bits_ = 0;
};

template <std::size_t Words>
[[nodiscard]] constexpr std::uint64_t mixed(const key<Words>& of) {
  std::uint64_t hash = 0;
  for (auto part : of) {
    hash ^= part;
    hash *= 0x9E37'79B9'7F4A'7C15;
    hash ^= hash >> 32U;
    hash *= 0xD6E8'FEB8'6659'FD93;
    hash ^= hash >> 29U;
  }
  return hash;
}

}  // namespace doorway::lab
