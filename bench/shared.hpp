// Objects that threads and forked processes share alike.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <memory>
#include <new>

namespace doorway::bench {

// `count` objects in memory that children of a fork share with their parent. They must not need a destructor.
template <class T>
class shared_array {
 public:
  explicit shared_array(std::size_t count = 1) : bytes_(count * sizeof(T)) {
    void* at = ::mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED) throw std::bad_alloc();
    first_ = new (at) T[count];
  }
  ~shared_array() { ::munmap(first_, bytes_); }
  shared_array(const shared_array&) = delete;
  shared_array& operator=(const shared_array&) = delete;

  T& operator[](std::size_t i) const { return first_[i]; }
  T& operator*() const { return *first_; }
  T* operator->() const { return first_; }

 private:
  std::size_t bytes_;
  T* first_;
};

}  // namespace doorway::bench
