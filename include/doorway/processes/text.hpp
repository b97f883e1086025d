// A short text in shared words: written by one process, read by people through others, whole or not at all.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <string>
#include <string_view>

#include "doorway/core/registers.hpp"
#include "doorway/processes/step.hpp"

namespace doorway::processes {

inline word load(const word& from) { return std::atomic_ref<word>(const_cast<word&>(from)).load(); }
inline void store(word& to, word value) {
  DOORWAY_BEFORE_STEP();
  std::atomic_ref<word>(to).store(value);
}
// For what only people read: in order, but nobody waits until it is seen.
inline void tell(word& to, word value) {
  DOORWAY_BEFORE_STEP();
  std::atomic_ref<word>(to).store(value, std::memory_order_release);
}

// Odd while it is written. A writer that dies in the middle leaves it odd: readers then see no text.
template <std::size_t Bytes>
struct text {
  static_assert(Bytes % sizeof(word) == 0);
  word version;
  std::array<word, Bytes / sizeof(word)> letters;

  void write(std::string_view value) {
    const word before = load(version) | 1;
    store(version, before);
    for (std::size_t i = 0; i < letters.size(); ++i) {
      word packed = 0;
      const std::size_t from = i * sizeof(word);
      if (from < value.size()) std::memcpy(&packed, value.data() + from, std::min(sizeof(word), value.size() - from));
      store(letters[i], packed);
    }
    store(version, before + 1);
  }

  [[nodiscard]] std::string read() const {
    for (int attempt = 0; attempt < 100; ++attempt) {
      const word before = load(version);
      std::array<word, Bytes / sizeof(word)> copy{};
      for (std::size_t i = 0; i < letters.size(); ++i) copy[i] = load(letters[i]);
      if (before % 2 == 0 && load(version) == before) {
        const char* first = reinterpret_cast<const char*>(copy.data());
        return {first, ::strnlen(first, Bytes)};
      }
    }
    return {};
  }
};

}  // namespace doorway::processes
