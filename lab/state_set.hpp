// A set of keys: open addressing in one piece of memory, nothing but the keys. Zero is the empty place.
//
// Grows by half when three quarters full (a large one by a quarter), so that a state costs between 1.33 and 2 (1.67) keys. It grows
// in place, without a second copy. Linear probing from the key's hash: neighbours share a cache line, and the first line can be asked for early.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>
#include <vector>

#include "lab/packed.hpp"

namespace doorway::lab {

// Memory that comes zeroed from the system and goes back there at once.
template <class T>
class zeroed {
 public:
  explicit zeroed(std::size_t count) : count_(count) {
    void* const got = mmap(nullptr, bytes(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (got == MAP_FAILED) throw std::bad_alloc();
    madvise(got, bytes(), MADV_HUGEPAGE);
    data_ = static_cast<T*>(got);
  }
  ~zeroed() {
    if (data_ != nullptr) munmap(data_, bytes());
  }
  zeroed(zeroed&& from) noexcept : data_(std::exchange(from.data_, nullptr)), count_(std::exchange(from.count_, 0)) {}
  zeroed& operator=(zeroed&& from) noexcept {
    std::swap(data_, from.data_);
    std::swap(count_, from.count_);
    return *this;
  }
  zeroed(const zeroed&) = delete;
  zeroed& operator=(const zeroed&) = delete;

  // More of it, zeroed too. It may move.
  void extend(std::size_t count) {
    void* const got = mremap(data_, bytes(), count * sizeof(T), MREMAP_MAYMOVE);
    if (got == MAP_FAILED) throw std::bad_alloc();
    data_ = static_cast<T*>(got);
    count_ = count;
    madvise(got, bytes(), MADV_HUGEPAGE);
  }

  [[nodiscard]] T& operator[](std::size_t i) { return data_[i]; }
  [[nodiscard]] const T& operator[](std::size_t i) const { return data_[i]; }
  [[nodiscard]] std::size_t size() const { return count_; }
  [[nodiscard]] std::size_t bytes() const { return count_ * sizeof(T); }

 private:
  T* data_ = nullptr;
  std::size_t count_;
};

// When are two keys the same state? Here: when they are equal. (Another answer: preemption.hpp.)
template <std::size_t Words>
struct whole_key {
  [[nodiscard]] static std::uint64_t hash(const key<Words>& of) { return mixed(of); }
  // Word by word: for arrays, == is a call of memcmp.
  [[nodiscard]] static bool same(const key<Words>& a, const key<Words>& b) {
    for (std::size_t i = 0; i < Words; ++i)
      if (a[i] != b[i]) return false;
    return true;
  }
  // `what` has come again: does it tell anything new? If so it is put into `known`.
  [[nodiscard]] static bool improve(key<Words>& /*known*/, const key<Words>& /*what*/) { return false; }
  // States are explored layer by layer.
  [[nodiscard]] static std::uint32_t layer(const key<Words>& /*of*/) { return 0; }
};

template <std::size_t Words, class Identity = whole_key<Words>>
class state_set {
 public:
  static constexpr std::size_t missing = ~std::size_t{0};

  explicit state_set(std::size_t capacity = 1024, const Identity& identity = {})
      : places_(capacity), identity_(identity) {}

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t capacity() const { return places_.size(); }
  [[nodiscard]] std::size_t bytes() const { return places_.bytes(); }
  // What it takes after the next growth.
  [[nodiscard]] std::size_t bytes_grown() const { return grown() * sizeof(key<Words>); }
  [[nodiscard]] bool is_full() const { return size_ >= capacity() / 4 * 3; }

  void prefetch(std::uint64_t hash) const { __builtin_prefetch(&places_[home(hash)], 1); }

  // True if it was not there, or tells something new. There must be room.
  bool insert(const key<Words>& what, std::uint64_t hash) {
    for (std::size_t i = home(hash);; i = i + 1 == capacity() ? 0 : i + 1) {
      if (identity_.same(places_[i], what)) return identity_.improve(places_[i], what);
      if (places_[i][0] == 0) {
        places_[i] = what;
        ++size_;
        return true;
      }
    }
  }
  // Its place, or missing. Places change when the set grows.
  [[nodiscard]] std::size_t find(const key<Words>& what) const {
    for (std::size_t i = home(identity_.hash(what));; i = i + 1 == capacity() ? 0 : i + 1) {
      if (identity_.same(places_[i], what)) return i;
      if (places_[i][0] == 0) return missing;
    }
  }
  [[nodiscard]] const key<Words>& operator[](std::size_t place) const { return places_[place]; }
  [[nodiscard]] bool holds(std::size_t place) const { return places_[place][0] != 0; }

  // From the last place down, each key goes to its new home, which lies further up: above place i all is as it will be, up to i
  // all is as it was. A key whose new home is not above it, or that would have to go round the end, waits till the last.
  void grow() {
    const std::size_t before = capacity();
    places_.extend(grown());
    std::vector<key<Words>> waiting;
    for (std::size_t i = before; i-- > 0;) {
      if (!holds(i)) continue;
      const key<Words> moved = std::exchange(places_[i], key<Words>{});
      std::size_t to = home(identity_.hash(moved));
      if (to <= i) to = capacity();
      while (to < capacity() && holds(to)) ++to;
      if (to < capacity()) places_[to] = moved;
      else waiting.push_back(moved);
    }
    size_ -= waiting.size();
    for (const auto& each : waiting) insert(each, identity_.hash(each));
  }

 private:
  [[nodiscard]] std::size_t grown() const {
    constexpr std::size_t small = std::size_t{1} << 20U;
    constexpr std::size_t large = std::size_t{1} << 25U;
    return capacity() < small ? capacity() * 4 : capacity() < large ? capacity() / 2 * 3 : capacity() / 4 * 5;
  }
  [[nodiscard]] std::size_t home(std::uint64_t hash) const {
    __extension__ using wide = unsigned __int128;
    return static_cast<std::size_t>(static_cast<wide>(hash) * capacity() >> 64U);
  }
  zeroed<key<Words>> places_;
  [[no_unique_address]] Identity identity_;
  std::size_t size_ = 0;
};

}  // namespace doorway::lab
