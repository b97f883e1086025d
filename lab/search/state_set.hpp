// A set of keys: open addressing in one piece of memory, nothing but the bytes of the keys that are in use. Zero is the empty
// place.
//
// Grows by half when three quarters full (a large one by an eighth when 13 sixteenths full, a small one fourfold), so that a
// state costs between 1.33 and 2 (1.23 and 1.39) keys. It grows in place, without a second copy. Linear probing from the key's
// hash: neighbours share a cache line, and the first line can be asked for early.
#pragma once

#include <sys/mman.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <utility>
#include <vector>

#include "lab/search/key.hpp"

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

// Keys side by side, each in as many bytes as it needs: all of its words but the last, and some bytes of that; one, if it needs
// none.
template <std::size_t Words>
class places {
 public:
  static constexpr std::size_t word = sizeof(std::uint64_t);

  places(std::size_t count, std::size_t bytes_each)
      : bytes_(Words == 1 ? word : std::max(bytes_each, (Words - 1) * word + 1)),
        last_(~std::uint64_t{0} >> (8 * (Words * word - bytes_))),
        count_(count),
        memory_(bytes(count)) {}

  [[nodiscard]] std::size_t size() const { return count_; }
  [[nodiscard]] std::size_t bytes(std::size_t count) const { return count * bytes_ + sizeof(key<Words>); }

  [[nodiscard]] key<Words> operator[](std::size_t i) const {
    key<Words> of;
    std::memcpy(&of, at(i), sizeof of);
    if constexpr (Words > 1) of[Words - 1] &= last_;
    return of;
  }
  void set(std::size_t i, const key<Words>& to) {
    if constexpr (Words == 1) {
      std::memcpy(memory_begin() + i * word, &to, word);
      return;
    }
    unsigned char* const rest = memory_begin() + i * bytes_ + (Words - 1) * word;
    std::uint64_t end = 0;
    std::memcpy(&end, rest, word);
    end = (end & ~last_) | to[Words - 1];  // what follows belongs to the next key
    if constexpr (Words > 1) std::memcpy(memory_begin() + i * bytes_, &to, (Words - 1) * word);
    std::memcpy(rest, &end, word);
  }
  [[nodiscard]] bool holds(std::size_t i) const {
    std::uint64_t first = 0;
    std::memcpy(&first, at(i), word);
    return first != 0;
  }
  [[nodiscard]] const unsigned char* at(std::size_t i) const { return &memory_[i * (Words == 1 ? word : bytes_)]; }

  void extend(std::size_t count) {
    memory_.extend(bytes(count));
    count_ = count;
  }

 private:
  [[nodiscard]] unsigned char* memory_begin() { return &memory_[0]; }

  std::size_t bytes_;
  std::uint64_t last_;  // the bits of the last word that are a key's own
  std::size_t count_;
  zeroed<unsigned char> memory_;
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
};

// What a model says of it: identity() if it has one, and the bytes of its keys that are in use.
template <class Model>
struct identity_of {
  using type = whole_key<std::tuple_size_v<typename Model::key_type>>;
  static type make(const Model& /*of*/) { return {}; }
};
template <class Model>
requires requires { typename Model::identity_type; }
struct identity_of<Model> {
  using type = typename Model::identity_type;
  static type make(const Model& of) { return of.identity(); }
};
template <class Model>
[[nodiscard]] std::size_t key_bytes(const Model& of) {
  if constexpr (requires { of.of().packing().bytes(); }) return of.of().packing().bytes();
  else return sizeof(typename Model::key_type);
}

template <std::size_t Words, class Identity = whole_key<Words>>
class state_set {
 public:
  static constexpr std::size_t missing = ~std::size_t{0};

  // The last bytes of the keys, from `bytes_each` on, are all zero.
  explicit state_set(std::size_t capacity = 1024, std::size_t bytes_each = sizeof(key<Words>),
                     const Identity& identity = {})
      : places_(capacity, bytes_each), identity_(identity) {}

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t capacity() const { return places_.size(); }
  [[nodiscard]] std::size_t bytes() const { return places_.bytes(capacity()); }
  // What it takes after the next growth.
  [[nodiscard]] std::size_t bytes_grown() const { return places_.bytes(grown()); }
  [[nodiscard]] bool is_full() const { return size_ >= capacity() / 16 * (capacity() < large ? 12 : 13); }

  void prefetch(std::uint64_t hash) const { __builtin_prefetch(places_.at(home(hash)), 1); }

  // True if it was not there, or tells something new. There must be room.
  bool insert(const key<Words>& what, std::uint64_t hash) {
    for (std::size_t i = home(hash);; i = after(i)) {
      key<Words> there = places_[i];
      if (there[0] == 0) {
        places_.set(i, what);
        ++size_;
        return true;
      }
      if (!identity_.same(there, what)) continue;
      if (!identity_.improve(there, what)) return false;
      places_.set(i, there);
      return true;
    }
  }
  // Its place, or missing. Places change when the set grows.
  [[nodiscard]] std::size_t find(const key<Words>& what) const {
    for (std::size_t i = home(identity_.hash(what));; i = after(i)) {
      const key<Words> there = places_[i];
      if (there[0] == 0) return missing;
      if (identity_.same(there, what)) return i;
    }
  }
  [[nodiscard]] key<Words> operator[](std::size_t place) const { return places_[place]; }
  [[nodiscard]] bool holds(std::size_t place) const { return places_.holds(place); }
  // Another key for the same state.
  void set(std::size_t place, const key<Words>& same) { places_.set(place, same); }

  // From the last place down, each key goes to its new home, which lies further up: above place i all is as it will be, up to i
  // all is as it was. A key whose new home is not above it, or that would have to go round the end, waits till the last.
  void grow() {
    const std::size_t before = capacity();
    places_.extend(grown());
    std::vector<key<Words>> waiting;
    for (std::size_t i = before; i-- > 0;) {
      if (!holds(i)) continue;
      const key<Words> moved = places_[i];
      places_.set(i, {});
      std::size_t to = home(identity_.hash(moved));
      if (to <= i) to = capacity();
      while (to < capacity() && holds(to)) ++to;
      if (to < capacity()) places_.set(to, moved);
      else waiting.push_back(moved);
    }
    size_ -= waiting.size();
    for (const auto& each : waiting) insert(each, identity_.hash(each));
  }

 private:
  static constexpr std::size_t small = std::size_t{1} << 20U;
  static constexpr std::size_t large = std::size_t{1} << 25U;

  [[nodiscard]] std::size_t grown() const {
    return capacity() < small ? capacity() * 4 : capacity() < large ? capacity() / 2 * 3 : capacity() / 8 * 9;
  }
  [[nodiscard]] std::size_t after(std::size_t place) const { return place + 1 == capacity() ? 0 : place + 1; }
  [[nodiscard]] std::size_t home(std::uint64_t hash) const {
    __extension__ using wide = unsigned __int128;
    return static_cast<std::size_t>(static_cast<wide>(hash) * capacity() >> 64U);
  }
  places<Words> places_;
  [[no_unique_address]] Identity identity_;
  std::size_t size_ = 0;
};

}  // namespace doorway::lab
