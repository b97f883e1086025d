// Starting processes, and signals that reach the process that is meant, never one that has got its number since.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace slots_chaos {

struct start_of {
  std::vector<std::string> words;
  std::vector<std::string> environment;
  int output = -1;  // standard output and error
  uid_t user = 0;   // 0: the driver's own
};
// In a process group of its own. Throws if it cannot be started.
[[nodiscard]] pid_t start(const start_of& what);

[[nodiscard]] std::vector<pid_t> children_of(pid_t parent);
// Of one's own children that have not been waited for, and of other processes: is the text a word of its command line?
[[nodiscard]] bool has_word(pid_t pid, const std::string& word);

// One process for good: its number may be used again, this not.
class pinned {
 public:
  pinned() = default;
  // A child of a process that cannot vanish meanwhile, because it is ours to wait for (or is us): not open if it is none.
  static pinned child_of(pid_t parent, pid_t pid);
  static pinned own_child(pid_t pid);
  pinned(pinned&& other) noexcept;
  pinned& operator=(pinned&& other) noexcept;
  pinned(const pinned&) = delete;
  pinned& operator=(const pinned&) = delete;
  ~pinned();

  [[nodiscard]] bool open() const { return fd_ >= 0; }
  bool signal(int number) const;  // false: it has ended

 private:
  explicit pinned(int fd) : fd_(fd) {}
  int fd_ = -1;
};

}  // namespace slots_chaos
