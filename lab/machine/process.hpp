// What a process says to the lab: where it is in its passage and what it is about to do.
//
// A process runs on a fiber and stops before each operation; the operation is posted here, the lab performs it and answers.
// The first access of a passage is posted while the process is still in its remainder: it leaves by taking that step.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "doorway/core/registers.hpp"
#include "doorway/core/sections.hpp"
#include "doorway/waiting/parking.hpp"
#include "lab/machine/call_site.hpp"
#include "lab/machine/fiber.hpp"

namespace doorway::lab {

// The sections of sections.hpp, told apart a little more: waiting is the way from the doorway to the critical section, and
// awaiting are those moments of it in which a process is inside an await and about to look, from the start, whether it may go
// on. In the middle of a look it is busy, like anywhere else.
enum class stage : std::uint8_t { remainder, doorway, waiting, awaiting, critical, exit, abort, recover };

enum class action : std::uint8_t {
  read,       // of `where`
  write,      // of `value` to `where`
  store,      // of `value` to `where`, into its store buffer: others see it when it has reached memory (component.hpp)
  write_end,  // a write to a safe register takes two steps; this is the second
  take,       // a kernel lock, `where`: if it holds 0 (nobody has it), `value` is put there; answers what it held
  add,        // `value` to `where`, in one step; answers what it held
  pause,      // nothing but a step: out of the critical section, or out of the remainder where entering takes no access
  choice,     // between `value` possibilities that no register decides: which session, whether to give up
  done,       // all passages made
  dead,       // crashed, and nobody recovers it
  bad,        // the program has gone wrong: `value` is a flaw
  drain       // no process does this: in a trace, its oldest store reaches memory
};

enum class flaw : std::uint8_t {
  none,
  index_out_of_range,  // an access to a register that the array does not have
  blind_await,         // an await whose test is false without looking at any register
  not_the_writer,      // a write to a register that is declared to be somebody else's
  not_atomic,          // fetch-and-add of a register that is only safe
  out_of_domain,       // a value that the register is declared not to take
  broken_promise,      // something that the program itself says cannot be
};

// Does it answer with what a register held?
[[nodiscard]] constexpr bool answers(action what) {
  return what == action::read || what == action::take || what == action::add;
}

// Does it access a register?
[[nodiscard]] constexpr bool is_access(action what) {
  return answers(what) || what == action::write || what == action::store || what == action::write_end;
}

// Is it a wrong use of one register?
[[nodiscard]] constexpr bool concerns_a_register(flaw what) {
  return what == flaw::not_the_writer || what == flaw::not_atomic || what == flaw::out_of_domain;
}

struct operation {
  action kind = action::done;
  std::uint32_t where = 0;  // a register, by its number in the lab memory
  word value = 0;
  bool operator==(const operation&) const = default;
  // What `where` holds after it, having held that before.
  [[nodiscard]] constexpr word leaves(word held) const {
    if (kind == action::add) return held + value;
    return kind == action::read || (kind == action::take && held != 0) ? held : value;
  }
};

// What an own safe register holds while it is being written: a read of it then may return anything.
inline constexpr word in_flux = ~word{0};

// Where tickets are known by their order only (ticket_order.hpp), they are counted from here, and so are told from all else; their
// lower halves too.
inline constexpr word ticket_zero = 0x5EA7'0000'5EA7'0000;
[[nodiscard]] constexpr bool is_ticket(word value) {
  constexpr word most = word{1} << 16U;
  return value >= ticket_zero && value - ticket_zero < most;
}

// The part of a process's private state that the lab keeps for it.
struct position {
  stage at = stage::remainder;
  bool setting_out = false;   // the next step is the first of a passage, and until then it is in its remainder
  std::uint32_t passage = 0;  // how many came before this one; stays 0 when they are not counted
  word session = 0;           // group exclusion: the session of this passage, 0 outside
  bool may_give_up = false;   // when it sleeps (with_parking.hpp)
  bool giving_up = false;     // it sleeps no longer, and is about to notice that its time is over (with_parking.hpp)
  [[nodiscard]] stage seen() const { return setting_out ? stage::remainder : at; }
  bool operator==(const position&) const = default;
};

class process {
 public:
  // Set by the lab before the fiber runs.
  static thread_local process* running;

  operation posted;
  position now;
  word answer = 0;
  bool looked = false;      // since await last asked; always true while the process is stopped
  process_id number = 0;    // its own, where the program says so (with_seats.hpp)
  bool any_order = false;   // of the accesses of a batch; the same all its life
  bool buffers = false;     // a write is a store; an announce is a write
  word no_ticket = 0;       // the maximum of registers that hold no ticket
  bool in_await = false;    // for those who count its looks (rmr/program.hpp):
  std::uint64_t looks = 0;  // in vain, all its life
  const std::vector<source_line>* unfenced = nullptr;  // what these announce they only store (setting::without_fences)
  source_line announced_by;  // the line that has posted an announce; for component.cpp to take
  fiber body;

  // Inside the fiber: post, wait for the answer.
  word perform(const operation& wanted) {
    posted = wanted;
    watch_list* const noting = std::exchange(watching, nullptr);  // of this process, not of the one that runs next
    body.stop();
    watching = noting;
    now.setting_out = false;
    if (now.at == stage::awaiting) now.at = stage::waiting;
    looked = true;
    return answer;
  }
  [[noreturn]] void fail(flaw why) {
    for (;;) perform({action::bad, 0, static_cast<word>(why)});
  }
  [[noreturn]] void finish() {
    now = position{};
    for (;;) perform({action::done, 0, 0});
  }
};

}  // namespace doorway::lab
