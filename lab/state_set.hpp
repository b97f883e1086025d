// A set of keys: open addressing in one piece of memory, nothing but the keys. Zero is the empty place.
//
// Grows by half when three quarters full, so that a state costs between 1.33 and 2 keys (and one key more for a moment,
// while it moves). Linear probing from the key's hash: neighbours share a cache line, and the first line can be asked for early.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

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
  // The memory that the next growth needs while it moves.
  [[nodiscard]] std::size_t bytes_to_grow() const { return bytes() + grown() * sizeof(key<Words>); }
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

  void grow() {
    zeroed<key<Words>> old = std::exchange(places_, zeroed<key<Words>>(grown()));
    size_ = 0;
    for (std::size_t i = 0; i < old.size(); ++i)
      if (old[i][0] != 0) insert(old[i], identity_.hash(old[i]));
  }

 private:
  [[nodiscard]] std::size_t grown() const {
    const std::size_t small = std::size_t{1} << 20U;
    return capacity() < small ? capacity() * 4 : capacity() / 2 * 3;
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
