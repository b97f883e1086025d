// A fiber: a piece of code that can be stopped in the middle, put away as bytes, and taken up again as often as we like.
//
// The lab stops a process before each access to shared memory. What the process knows at that moment lies on its stack
// (and in the callee-saved registers, which the switch pushes there), so the bytes from the stack pointer to the top of
// the stack *are* its private state. Three rules make equal states have equal bytes far more often than not:
//   - the stack always lies at the same address, so that pointers into it agree;
//   - everything below the stack pointer is wiped before each resume, so that no frame finds what an earlier one left;
//   - the callee-saved registers are zero at birth.
// Bytes that differ although the states do not (dead variables) do no harm: minimisation merges what behaves alike.
//
// Where there is no switch of our own (other processors, sanitizers, which dislike frames that reappear), a fiber can only
// run from birth: `can_snapshot` is false and the learner replays histories instead.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define DOORWAY_LAB_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define DOORWAY_LAB_SANITIZED 1
#endif
#endif
#ifndef DOORWAY_LAB_SANITIZED
#define DOORWAY_LAB_SANITIZED 0
#endif

namespace doorway::lab {

class fiber {
 public:
#if defined(__x86_64__) && !DOORWAY_LAB_SANITIZED
  static constexpr bool can_snapshot = true;
#else
  static constexpr bool can_snapshot = false;
#endif

  // body(argument) runs on the fiber and must not return.
  using body = void (*)(void* argument);
  using bytes = std::vector<std::byte>;

  fiber();
  ~fiber();
  fiber(const fiber&) = delete;
  fiber& operator=(const fiber&) = delete;

  // Forgets what it was, runs body(argument) up to its first stop.
  void birth(body code, void* argument);
  // Called outside: goes on up to the next stop.
  void resume();
  // The same without wiping what lies below the stack pointer: faster, where it is never saved.
  void go_on();
  // Called inside: back to the caller of birth or resume.
  void stop();

  // Only where can_snapshot: the stack from its pointer to its top, while the fiber is stopped.
  [[nodiscard]] bytes save() const;
  void restore(const bytes& state);

 private:
  struct machine;
  std::unique_ptr<machine> machine_;
};

}  // namespace doorway::lab
