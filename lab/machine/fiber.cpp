#include "lab/machine/fiber.hpp"

#include <sys/mman.h>
#include <ucontext.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <system_error>

#if DOORWAY_LAB_SANITIZED && defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

namespace doorway::lab {
namespace {

constexpr std::size_t stack_size = fiber::can_snapshot ? std::size_t{32} << 10U : std::size_t{256} << 10U;
constexpr std::size_t page = 4096;

// A stack with a page below it that nobody may touch: an overflow stops the program instead of spoiling a state.
class stack {
 public:
  stack() {
    void* const got = mmap(nullptr, stack_size + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (got == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "a fiber's stack");
    low_ = static_cast<std::byte*>(got) + page;
    if (mprotect(got, page, PROT_NONE) != 0) throw std::system_error(errno, std::generic_category(), "a guard page");
  }
  ~stack() { munmap(low_ - page, stack_size + page); }
  stack(const stack&) = delete;
  stack& operator=(const stack&) = delete;

  [[nodiscard]] std::byte* low() const { return low_; }
  [[nodiscard]] std::byte* top() const { return low_ + stack_size; }

 private:
  std::byte* low_ = nullptr;
};

}  // namespace

#if defined(__x86_64__) && !DOORWAY_LAB_SANITIZED

// void doorway_lab_switch(void** leave, void* go): pushes what a callee must keep, changes stacks, pops the same, and clears
// what a callee may change: some code pushes such a register merely to align its stack, and what the other side had in it would
// become part of a state.
// doorway_lab_begin: the first thing a fiber runs; body is in r12, its argument in r13.
asm(R"(
.text
.globl doorway_lab_switch
.type doorway_lab_switch,@function
doorway_lab_switch:
  push %rbp
  push %rbx
  push %r12
  push %r13
  push %r14
  push %r15
  mov %rsp, (%rdi)
  mov %rsi, %rsp
  pop %r15
  pop %r14
  pop %r13
  pop %r12
  pop %rbx
  pop %rbp
  xor %eax, %eax
  xor %ecx, %ecx
  xor %edx, %edx
  xor %esi, %esi
  xor %edi, %edi
  xor %r8d, %r8d
  xor %r9d, %r9d
  xor %r10d, %r10d
  xor %r11d, %r11d
  ret
.size doorway_lab_switch,.-doorway_lab_switch
.globl doorway_lab_begin
.type doorway_lab_begin,@function
doorway_lab_begin:
  mov %r13, %rdi
  mov %r12, %rax
  xor %r12, %r12
  xor %r13, %r13
  call *%rax
  ud2
.size doorway_lab_begin,.-doorway_lab_begin
.section .note.GNU-stack,"",@progbits
.text
)");
extern "C" void doorway_lab_switch(void** leave, void* go);
extern "C" void doorway_lab_begin();

struct fiber::machine {
  stack memory;
  void* inside = nullptr;   // the fiber's stack pointer while it is stopped
  void* outside = nullptr;  // the caller's while it runs

  // What is left of earlier calls below the fiber is wiped out, or else it would be found again in frames that do not write all
  // of themselves, and equal states would differ (no harm but work). A little of it, unless somebody was stopped deeper.
  void enter() {
    auto* const from = static_cast<std::byte*>(inside);
    if (from < wiped) depth = stack_size;
    wiped = from - std::min(depth, static_cast<std::size_t>(from - memory.low()));
    std::memset(wiped, 0, static_cast<std::size_t>(from - wiped));
    doorway_lab_switch(&outside, inside);
  }
  std::size_t depth = std::size_t{4} << 10U;
  std::byte* wiped = memory.low();  // from here up to where the fiber went on
};

void fiber::birth(body code, void* argument) {
  // r15 r14 r13 r12 rbx rbp, the address to return to, and one word so that the stack is aligned at the call.
  std::uintptr_t frame[8] = {};
  std::memcpy(&frame[2], &argument, sizeof argument);
  std::memcpy(&frame[3], &code, sizeof code);
  frame[6] = reinterpret_cast<std::uintptr_t>(&doorway_lab_begin);
  std::byte* const at = machine_->memory.top() - sizeof frame - sizeof(std::uintptr_t);
  std::memset(at, 0, sizeof frame + sizeof(std::uintptr_t));
  std::memcpy(at, frame, sizeof frame);
  machine_->inside = at;
  machine_->enter();
}
void fiber::resume() { machine_->enter(); }
void fiber::go_on() { doorway_lab_switch(&machine_->outside, machine_->inside); }
void fiber::stop() { doorway_lab_switch(&machine_->inside, machine_->outside); }

fiber::bytes fiber::save() const {
  const auto* const from = static_cast<const std::byte*>(machine_->inside);
  return {from, static_cast<const std::byte*>(machine_->memory.top())};
}
void fiber::restore(const bytes& state) {
  std::byte* const at = machine_->memory.top() - state.size();
  std::copy(state.begin(), state.end(), at);
  machine_->inside = at;
}

#else

struct fiber::machine {
  stack memory;
  ucontext_t inside{};
  ucontext_t outside{};
  body code = nullptr;
  void* argument = nullptr;
#if defined(__SANITIZE_ADDRESS__)
  void* fake_outside = nullptr;
  void* fake_inside = nullptr;
  const void* outside_low = nullptr;
  std::size_t outside_size = 0;
#endif

  void enter() {
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_start_switch_fiber(&fake_outside, memory.low(), stack_size);
#endif
    swapcontext(&outside, &inside);
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_finish_switch_fiber(fake_outside, nullptr, nullptr);
#endif
  }
  void leave() {
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_start_switch_fiber(&fake_inside, outside_low, outside_size);
#endif
    swapcontext(&inside, &outside);
    arrived();
  }
  void arrived() {
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_finish_switch_fiber(fake_inside, &outside_low, &outside_size);
#endif
  }
};

void fiber::birth(body code, void* argument) {
#if defined(__SANITIZE_ADDRESS__)
  ASAN_UNPOISON_MEMORY_REGION(machine_->memory.low(), stack_size);  // of what was left standing here
  machine_->fake_inside = nullptr;
#endif
  std::memset(machine_->memory.low(), 0, stack_size);
  machine_->code = code;
  machine_->argument = argument;
  getcontext(&machine_->inside);
  machine_->inside.uc_stack.ss_sp = machine_->memory.low();
  machine_->inside.uc_stack.ss_size = stack_size;
  machine_->inside.uc_link = nullptr;
  const auto address = reinterpret_cast<std::uintptr_t>(machine_.get());
  struct call {
    static void begin(unsigned high, unsigned low) {
      auto* const self = reinterpret_cast<machine*>((static_cast<std::uintptr_t>(high) << 32U) | low);
      self->arrived();
      self->code(self->argument);
    }
  };
  makecontext(&machine_->inside, reinterpret_cast<void (*)()>(&call::begin), 2, static_cast<unsigned>(address >> 32U),
              static_cast<unsigned>(address));
  machine_->enter();
}
void fiber::resume() { machine_->enter(); }
void fiber::go_on() { machine_->enter(); }
void fiber::stop() { machine_->leave(); }
fiber::bytes fiber::save() const { throw std::logic_error("this build's fibers cannot be put away"); }
void fiber::restore(const bytes&) { throw std::logic_error("this build's fibers cannot be put away"); }

#endif

fiber::fiber() : machine_(std::make_unique<machine>()) {}
fiber::~fiber() = default;

}  // namespace doorway::lab
