// An open file, mapped or not, that a forked child does not get.
//
// A kernel lock belongs to an open file description and lives while anybody has that: a descriptor of it or a mapping
// through it. A child that inherits either would keep its parent's seat taken after the parent's death, for as long as
// the child runs; and it would take itself for its parent. So fork() closes and unmaps in the child what is listed here.
// (vfork and posix_spawn need no care: exec closes. A bare clone() or _Fork() without exec is on its own.)
#pragma once

#include <pthread.h>
#include <sys/mman.h>

#include <atomic>
#include <cstddef>
#include <mutex>
#include <string>
#include <utility>

#include "doorway/processes/descriptor.hpp"
#include "doorway/registers.hpp"

namespace doorway::processes {

class held_file {
 public:
  held_file(descriptor fd, std::string path) : fd_(std::move(fd)), path_(std::move(path)) {
    auto& held = all();
    const std::lock_guard guard(held.mutex);
    next_ = held.first;
    if (next_ != nullptr) next_->before_ = this;
    held.first = this;
  }
  ~held_file() {
    {
      auto& held = all();
      const std::lock_guard guard(held.mutex);
      (before_ == nullptr ? held.first : before_->next_) = next_;
      if (next_ != nullptr) next_->before_ = before_;
    }
    if (first_ != nullptr) ::munmap(first_, bytes_);
  }
  held_file(const held_file&) = delete;
  held_file& operator=(const held_file&) = delete;

  void map(std::size_t bytes) {
    void* at = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd(), 0);
    if (at == MAP_FAILED) fail("cannot map " + path_);
    bytes_ = bytes;
    first_ = at;
  }

  [[nodiscard]] int fd() const { return fd_.get(); }
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::byte* first() const { return static_cast<std::byte*>(first_); }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

  // Grows with every fork() from the first process to this one: what was opened under another number is not ours.
  [[nodiscard]] static word forks() { return count().load(std::memory_order_relaxed); }

  // The one whose mapping holds that address, or null. For a signal handler: it takes no lock.
  [[nodiscard]] static const held_file* around(const void* address) {
    const auto* at = static_cast<const std::byte*>(address);
    for (const auto* each = all().first; each != nullptr; each = each->next_)
      if (each->first_ != nullptr && at >= each->first() && at < each->first() + each->bytes_) return each;
    return nullptr;
  }

 private:
  struct list {
    std::mutex mutex;
    held_file* first = nullptr;
  };
  static std::atomic<word>& count() {
    static constinit std::atomic<word> number{0};
    return number;
  }
  // Never destroyed: locks may be used while static objects go.
  static list& all() {
    static list& one = make_list();
    return one;
  }
  static list& make_list() {
    auto& made = *new list;
    const int error = ::pthread_atfork([] { all().mutex.lock(); }, [] { all().mutex.unlock(); }, drop_all);
    if (error != 0) fail("cannot prepare for fork", error);
    return made;
  }
  static void drop_all() {
    for (auto* each = all().first; each != nullptr; each = each->next_) {
      if (each->first_ != nullptr) ::munmap(std::exchange(each->first_, nullptr), each->bytes_);
      const descriptor closed = std::move(each->fd_);
    }
    count().fetch_add(1, std::memory_order_relaxed);
    all().mutex.unlock();
  }

  descriptor fd_;
  std::string path_;
  void* first_ = nullptr;
  std::size_t bytes_ = 0;
  held_file* next_ = nullptr;
  held_file* before_ = nullptr;
};

}  // namespace doorway::processes
