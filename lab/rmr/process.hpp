// A process whose RMRs are counted: a fiber that stops before each access, in its remainder and in its critical section.
#pragma once

#include <cstdint>

#include "doorway/core/registers.hpp"
#include "doorway/core/sections.hpp"
#include "lab/machine/fiber.hpp"

namespace doorway::lab::rmr {

// What a stopped process will do when it is next run.
enum class wish : std::uint8_t {
  set_out,  // leave the remainder; answered with a session where there are sessions
  read,     // `where`
  write,    // `value` to `where`
  add,      // `value` to `where`; answered with what it held. It counts as a write
  leave     // the critical section
};

struct operation {
  wish kind = wish::set_out;
  std::uint32_t where = 0;  // a register, by its number in the memory
  word value = 0;
  [[nodiscard]] bool writes() const { return kind == wish::write || kind == wish::add; }
  [[nodiscard]] bool is_access() const { return kind == wish::read || writes(); }
  // What `where` holds afterwards, having held that.
  [[nodiscard]] word leaves(word held) const {
    return kind == wish::write ? value : kind == wish::add ? held + value : held;
  }
  bool operator==(const operation&) const = default;
};

class process {
 public:
  // Set before the fiber is run.
  static thread_local process* running;

  process_id id = 0;
  operation posted;
  section at = section::remainder;
  word answer = 0;
  fiber body;

  // How its await goes, for those who want to know whether waiting costs anything.
  bool in_await = false;
  std::uint64_t evaluations = 0;  // finished ones, all its life

  word perform(const operation& wanted) {
    posted = wanted;
    body.stop();
    return answer;
  }
};

// `here` of sections.hpp.
template <class Passage>
class here {
 public:
  explicit here(process& self) : self_(self) {}
  Passage passage{};

  [[nodiscard]] process_id id() const { return self_.id; }
  void end_of_doorway() { self_.at = section::waiting; }

  template <class Ready>
  bool await(Ready&& ready) {
    self_.at = section::waiting;
    self_.in_await = true;
    while (!ready()) ++self_.evaluations;
    self_.in_await = false;
    return true;
  }

 private:
  process& self_;
};

}  // namespace doorway::lab::rmr
