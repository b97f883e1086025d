// Little random programs: the same code run twice, as an algorithm in the lab and by a naive interpreter of its own.
//
// A program has an entry and an exit for each process, made of a handful of instructions over two private variables and a few
// registers: A[p], written by p alone, and B[0], B[1], written by anyone. The interpreter shares nothing with the lab: a
// state of a process is its program counter and its variables, a global state all of that written out in full.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "doorway/core/registers.hpp"
#include "doorway/core/sections.hpp"

namespace doorway::little {

enum class verb : std::uint8_t {
  read,            // v[a] := R[r]
  write_constant,  // R[r] := c
  write_variable,  // R[r] := v[a]
  skip_unless,     // if v[a] != c, skip the next instruction
  add,             // v[a] := (v[a] + c) mod domain
  wait,            // await R[r] = c, v[a] := what was read last
  door,            // the doorway ends
};

struct instruction {
  verb does;
  std::uint32_t r = 0;  // 0 .. n-1: A[r]; n, n+1: B[r-n]
  std::uint32_t a = 0;
  word c = 0;
};

using code = std::vector<instruction>;

struct source {
  process_id n = 2;
  word domain = 2;
  bool safe = false;
  std::vector<code> enter, exit;  // by process
};

// What the algorithm below runs: algorithms have no constructor arguments of their own.
inline thread_local const source* playing = nullptr;

template <class Memory>
class algorithm {
 public:
  static constexpr problem solves = problem::mutual_exclusion;
  using passage = nothing;

  algorithm(Memory& memory, const parameters& size)
      : text_(playing),
        A(memory, {.name = "A", .rows = size.n, .domain = text_->domain, .strength = strength_of(*text_)}),
        B(memory, {.name = "B",
                   .rows = 2,
                   .domain = text_->domain,
                   .writer = writer::anyone,
                   .strength = strength_of(*text_)}) {}

  template <class Here>
  bool enter(Here& here) const {
    return run(here, text_->enter[here.id()]);
  }
  template <class Here>
  void exit(Here& here) const {
    run(here, text_->exit[here.id()]);
  }
  template <class Here>
  void abort(Here& here) const {
    exit(here);
  }
  template <class Here>
  void recover(Here& here) const {
    exit(here);
  }

 private:
  static strength strength_of(const source& of) { return of.safe ? strength::safe : strength::atomic; }
  [[nodiscard]] word read(std::uint32_t r) const { return r < text_->n ? A.read(r) : B.read(r - text_->n); }
  void write(std::uint32_t r, word value) const {
    if (r < text_->n) A.write(r, value);
    else B.write(r - text_->n, value);
  }
  template <class Here>
  bool run(Here& here, const code& lines) const {
    word v[2] = {0, 0};
    for (std::size_t pc = 0; pc < lines.size(); ++pc) {
      const instruction& line = lines[pc];
      switch (line.does) {
        case verb::read: v[line.a] = read(line.r); break;
        case verb::write_constant: write(line.r, line.c); break;
        case verb::write_variable: write(line.r, v[line.a]); break;
        case verb::skip_unless:
          if (v[line.a] != line.c) ++pc;
          break;
        case verb::add: v[line.a] = (v[line.a] + line.c) % text_->domain; break;
        case verb::wait:
          if (!here.await([&] {
                v[line.a] = read(line.r);
                return v[line.a] == line.c;
              }))
            return false;
          break;
        case verb::door: here.end_of_doorway(); break;
      }
    }
    return true;
  }

  const source* text_;
  registers<Memory> A, B;
};

inline source random_source(std::uint32_t seed, process_id n, bool safe) {
  std::mt19937 random(seed);
  const auto below = [&](std::uint32_t limit) { return static_cast<std::uint32_t>(random() % limit); };
  source made;
  made.n = n;
  made.domain = 2 + below(2);
  made.safe = safe;
  const auto line = [&](process_id p, bool may_wait) {
    instruction i{verb::read, below(n + 2), below(2), below(static_cast<std::uint32_t>(made.domain))};
    const auto dice = below(may_wait ? 10 : 8);
    i.does = dice < 3   ? verb::read
             : dice < 5 ? verb::write_constant
             : dice < 6 ? verb::write_variable
             : dice < 7 ? verb::skip_unless
             : dice < 8 ? verb::add
                        : verb::wait;
    const bool writes = i.does == verb::write_constant || i.does == verb::write_variable;
    if (writes && i.r < n) i.r = p;
    return i;
  };
  for (process_id p = 0; p < n; ++p) {
    code enter;
    code exit;
    const auto length = 2 + below(4);
    const auto door = below(length);
    for (std::uint32_t i = 0; i < length; ++i) {
      enter.push_back(line(p, i >= door));
      if (i == door) enter.insert(enter.end() - 1, {verb::door, 0, 0, 0});
    }
    for (std::uint32_t i = below(3); i > 0; --i) exit.push_back(line(p, false));
    made.enter.push_back(enter);
    made.exit.push_back(exit);
  }
  return made;
}

}  // namespace doorway::little
