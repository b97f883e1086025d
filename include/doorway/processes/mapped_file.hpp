// An open file, mapped or not, that a forked child does not get.
//
// A kernel lock belongs to an open file description and lives while anybody has that: a descriptor of it or a mapping
// through it. A child that inherits either would keep its parent's seat taken after the parent's death, for as long as
// the child runs; and it would take itself for its parent. So fork() closes and unmaps in the child what is listed here.
// (vfork and posix_spawn need no care: exec closes. A bare clone() or _Fork() without exec is on its own.)
//
// The list is one for the process (process_wide/registry.hpp), whichever copy of this library has opened a file. Not followed is a
// fork() of which no copy is told: that of a program that does not use this library itself but loads one that does by dlmopen.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <string>
#include <utility>

#include "doorway/core/registers.hpp"
#include "doorway/process_wide/registry.hpp"
#include "doorway/processes/descriptor.hpp"

namespace doorway::processes {

class mapped_file {
 public:
  mapped_file(descriptor fd, std::string path) : path_(std::move(path)) {
    auto& process = process_wide::the_registry();
    held_.fd = fd.release();
    held_.path = path_.c_str();
    const process_wide::changing guard(process);
    held_.next = process.files;
    if (held_.next != nullptr) held_.next->before = &held_;
    process.files = &held_;
  }
  ~mapped_file() {
    auto& process = process_wide::the_registry();
    {
      const process_wide::changing guard(process);
      (held_.before == nullptr ? process.files : held_.before->next) = held_.next;
      if (held_.next != nullptr) held_.next->before = held_.before;
    }
    if (held_.first != nullptr) ::munmap(held_.first, held_.bytes);
    const descriptor closed(held_.fd);
  }
  mapped_file(const mapped_file&) = delete;
  mapped_file& operator=(const mapped_file&) = delete;

  void map(std::size_t bytes) {
    void* at = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd(), 0);
    if (at == MAP_FAILED) fail("cannot map " + path_);
    held_.bytes = bytes;
    held_.first = at;
  }

  [[nodiscard]] int fd() const { return held_.fd; }
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::byte* first() const { return static_cast<std::byte*>(held_.first); }
  [[nodiscard]] std::size_t bytes() const { return held_.bytes; }

  // Grows with every fork() from the first process to this one: what was opened under another number is not ours.
  [[nodiscard, gnu::always_inline]] static word forks() { return process_wide::forks(); }

  // The path of the one whose mapping holds that address, or null. For a signal handler: it takes no lock.
  [[nodiscard]] static const char* around(const void* address) {
    const auto* process = process_wide::detail::known.load();
    const auto* at = static_cast<const std::byte*>(address);
    for (const auto* each = process == nullptr ? nullptr : process->files; each != nullptr; each = each->next) {
      const auto* first = static_cast<const std::byte*>(each->first);
      if (first != nullptr && at >= first && at < first + each->bytes) return each->path;
    }
    return nullptr;
  }

 private:
  std::string path_;
  process_wide::held held_;
};

}  // namespace doorway::processes
