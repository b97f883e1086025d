// A right text on a wrong memory. Most lines that can be left out of an algorithm are writes to one of its arrays: then a memory
// that loses these writes says it in one line.
//
//     template <class Memory>
//     using no_ignore = on_memory<unbounded_fife, losing<Memory, "Ignore">, Memory>;
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "doorway/core/registers.hpp"

namespace doorway::wrong {

template <template <class> class Right, class Wrong_memory, class Memory>
class on_memory : private Wrong_memory, public Right<Wrong_memory> {
 public:
  template <class Size>
  on_memory(Memory& memory, const Size& size) : Wrong_memory(memory), Right<Wrong_memory>(*this, size) {}
};

template <std::size_t Length>
struct text {
  char letters[Length]{};
  constexpr text(const char (&from)[Length]) { std::copy_n(from, Length, letters); }  // NOLINT: meant to convert
  [[nodiscard]] constexpr bool is(std::string_view other) const {
    return std::string_view(letters, Length - 1) == other;
  }
};

// What is written to the array of this name is lost: it holds what it began with.
template <class Memory, text Name>
class losing {
 public:
  struct array : Memory::array {
    bool lost;
    void write(cell at, word value) const {
      if (!lost) Memory::array::write(at, value);
    }
    void announce(cell at, word value) const requires announces<typename Memory::array> {
      if (!lost) Memory::array::announce(at, value);
    }
  };
  explicit losing(Memory& memory) : memory_(memory) {}
  array declare(const declaration& shape) { return {memory_.declare(shape), Name.is(shape.name)}; }

 private:
  Memory& memory_;
};

// What is announced is only written.
template <class Memory>
class fenceless {
 public:
  struct array : Memory::array {
    void announce(cell at, word value) const { this->write(at, value); }
  };
  explicit fenceless(Memory& memory) : memory_(memory) {}
  array declare(const declaration& shape) { return {memory_.declare(shape)}; }

 private:
  Memory& memory_;
};

// The planes of the array of this name are one.
template <class Memory, text Name>
class flattening {
 public:
  struct array : Memory::array {
    bool flat;
    [[nodiscard]] word read(cell at) const { return Memory::array::read(place(at)); }
    void write(cell at, word value) const { Memory::array::write(place(at), value); }
    void announce(cell at, word value) const requires announces<typename Memory::array> {
      Memory::array::announce(place(at), value);
    }

   private:
    [[nodiscard]] cell place(cell at) const { return {at.row, at.column, flat ? 0 : at.plane}; }
  };
  explicit flattening(Memory& memory) : memory_(memory) {}
  array declare(const declaration& shape) { return {{memory_.declare(shape)}, Name.is(shape.name)}; }

 private:
  Memory& memory_;
};

}  // namespace doorway::wrong
