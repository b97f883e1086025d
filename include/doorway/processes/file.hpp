// The file behind a name: a header, one note per seat for people and for recovery, and the registers.
//
//     header   4096 bytes     what it is: never changes after the file got its name, but for `state`
//     notes    512 bytes each of the n seats: who sits there, since when, in which section
//     words    the registers of the algorithm and of its parking, as on threads
//
// A file gets its name only when it is complete (made without a name, then linked), so nobody ever sees half of one. All
// that is read from it is checked before it is used.
#pragma once

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "doorway/memory/placement.hpp"
#include "doorway/processes/descriptor.hpp"
#include "doorway/processes/directory.hpp"
#include "doorway/processes/identity.hpp"
#include "doorway/processes/text.hpp"
#include "doorway/registers.hpp"

namespace doorway::processes {

// in_doubt: somebody who holds the directory's guard is finding out whether it can be removed. Whoever gets the guard and
// finds it so puts it back to in_use. removed: for good; start over with the name.
enum class file_state : word { in_use = 0, in_doubt = 1, removed = 2 };

struct file_header {
  word magic;
  word version;
  word bytes;  // of the whole file
  word n;
  word k;  // 0: sessions
  word state;
  text<64> algorithm;
  text<64> boot;
};

// What a seat's process says of itself. `active` covers every instruction in which its registers may be set.
struct seat_note {
  word active;
  word section;
  word since;    // boot-time nanoseconds: when it got into this section
  word arrived;  // when its doorway ended
  word slot;     // 1 + the slot it holds, 0: none
  identity holder;
  identity command;  // started by the holder and counted with it: the seat is not free while it lives
  text<64> session;
  text<256> what;
};
static_assert(sizeof(seat_note) <= 512);

inline identity read_identity(const identity& from) {
  return {load(from.pid), load(from.started), load(from.pid_namespace)};
}
// The number last: until it is there, nobody is named.
inline void write_identity(identity& to, const identity& who) {
  store(to.pid, 0);
  store(to.started, who.started);
  store(to.pid_namespace, who.pid_namespace);
  store(to.pid, who.pid);
}

// What a file is for; everything in it is derived from this.
struct file_kind {
  std::string algorithm;
  process_id n = 0;
  process_id k = 0;
  std::size_t words = 0;

  [[nodiscard]] std::size_t bytes() const { return header_bytes + note_bytes * n + words * sizeof(word); }
  static constexpr std::size_t header_bytes = 4096;
  static constexpr std::size_t note_bytes = 512;
};

// Letters, digits, and . _ - + @ : not at the start a dot or a dash.
inline void check_name(std::string_view name) {
  const auto fine = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("._-+@:").find(c) != std::string_view::npos;
  };
  if (name.empty() || name.size() > 200 || name.front() == '.' || name.front() == '-' ||
      !std::all_of(name.begin(), name.end(), fine))
    throw std::invalid_argument(
        "doorway: a name is 1 to 200 letters, digits or any of . _ - + @ : and does not begin with . or -");
}

// Shared memory for as long as it is needed.
class mapping {
 public:
  mapping(int fd, std::size_t bytes, const std::string& path)
      : at_(::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0)), bytes_(bytes) {
    if (at_ == MAP_FAILED) fail("cannot map " + path);
  }
  mapping(mapping&& other) noexcept : at_(std::exchange(other.at_, MAP_FAILED)), bytes_(other.bytes_) {}
  mapping& operator=(mapping&&) = delete;
  ~mapping() {
    if (at_ != MAP_FAILED) ::munmap(at_, bytes_);
  }
  [[nodiscard]] std::byte* first() const { return static_cast<std::byte*>(at_); }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

 private:
  void* at_;
  std::size_t bytes_;
};

class file {
 public:
  static constexpr word magic = 0x0a594157524f4f44;  // "DOORWAY\n"
  static constexpr word version = 1;

  // The file of that name, if there is one that is of this boot and not removed.
  static std::optional<file> find(const directory& where, const std::string& name) {
    descriptor fd(::openat(where.fd(), name.c_str(), O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK));
    if (!fd.open()) {
      if (errno == ENOENT) return std::nullopt;
      if (errno == ELOOP)
        throw std::runtime_error("doorway: " + where.path() + "/" + name + " is a symbolic link; it is not used");
      fail("cannot open " + where.path() + "/" + name);
    }
    file found(where, name, std::move(fd));
    if (found.state() == file_state::removed || found.header().boot.read() != boot_id()) return std::nullopt;
    return found;
  }

  // A new file under that name, with the registers that initialise(words) puts there. The caller holds the guard; what was
  // there before is replaced.
  template <class Initialise>
  static file make(const directory& where, const std::string& name, const file_kind& kind, Initialise&& initialise) {
    descriptor fd(::openat(where.fd(), ".", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
    if (!fd.open()) fail("cannot make a file in " + where.path());
    const std::string wanted = where.path() + "/" + name;
    // Room is reserved now: a full file system must say so here, not kill somebody at a write later.
    if (const int error = ::posix_fallocate(fd.get(), 0, static_cast<off_t>(kind.bytes())); error != 0)
      fail("no room for " + wanted + " (" + std::to_string(kind.bytes()) + " bytes)", error);
    if (where.is_shared() && ::fchown(fd.get(), static_cast<uid_t>(-1), where.group()) != 0)
      fail("cannot give " + wanted + " to the group");
    if (::fchmod(fd.get(), where.file_mode()) != 0) fail("cannot set the mode of " + wanted);
    file made(where, name, std::move(fd), kind);
    initialise(made.words());
    // linkat does not replace: take the old name away first. Nobody else makes one: we hold the guard.
    if (::unlinkat(where.fd(), name.c_str(), 0) != 0 && errno != ENOENT) fail("cannot replace " + wanted);
    const std::string self = "/proc/self/fd/" + std::to_string(made.fd());
    if (::linkat(AT_FDCWD, self.c_str(), where.fd(), name.c_str(), AT_SYMLINK_FOLLOW) != 0)
      fail("cannot give the new file the name " + wanted);
    return made;
  }

  [[nodiscard]] int fd() const { return fd_.get(); }
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] const file_kind& kind() const { return kind_; }
  [[nodiscard]] process_id seats() const { return kind_.n; }
  [[nodiscard]] seat_note& note(process_id seat) const {
    return *reinterpret_cast<seat_note*>(map_.first() + file_kind::header_bytes + file_kind::note_bytes * seat);
  }
  [[nodiscard]] std::span<word> words() const {
    auto* first = map_.first() + file_kind::header_bytes + file_kind::note_bytes * kind_.n;
    return {reinterpret_cast<word*>(first), kind_.words};
  }
  [[nodiscard]] file_state state() const { return static_cast<file_state>(load(header().state)); }
  void set_state(file_state what) const { store(header().state, static_cast<word>(what)); }

 private:
  // An existing one.
  file(const directory& where, const std::string& name, descriptor fd)
      : path_(where.path() + "/" + name), fd_(std::move(fd)), map_(fd_.get(), trusted_size(where), path_) {
    const auto& head = header();
    if (load(head.magic) != magic) refuse("it does not begin as doorway's files do");
    if (load(head.version) != version)
      refuse("it was made by another version of doorway (layout " + std::to_string(load(head.version)) +
             ", this one is " + std::to_string(version) + ")");
    const word n = load(head.n);
    const word k = load(head.k);
    if (n < 1 || n > most_processes || k > n || load(head.bytes) != map_.bytes()) refuse("it was cut off or damaged");
    kind_ = {head.algorithm.read(), static_cast<process_id>(n), static_cast<process_id>(k), 0};
    if (map_.bytes() < kind_.bytes()) refuse("it was cut off or damaged");
    kind_.words = (map_.bytes() - kind_.bytes()) / sizeof(word);
  }

  // A new one without a name yet.
  file(const directory& where, const std::string& name, descriptor fd, const file_kind& kind)
      : path_(where.path() + "/" + name), fd_(std::move(fd)), map_(fd_.get(), kind.bytes(), path_), kind_(kind) {
    auto& head = header();
    head.magic = magic;
    head.version = version;
    head.bytes = kind.bytes();
    head.n = kind.n;
    head.k = kind.k;
    head.algorithm.write(kind.algorithm);
    head.boot.write(boot_id());
  }

  [[nodiscard]] std::size_t trusted_size(const directory& where) const {
    struct stat about {};
    if (::fstat(fd_.get(), &about) != 0) fail("cannot look at " + path_);
    if (!S_ISREG(about.st_mode)) refuse("it is not a plain file");
    if (!where.trusts(about))
      throw std::runtime_error("doorway: " + path_ + " belongs to somebody else; it is not used");
    if (about.st_size < static_cast<off_t>(file_kind::header_bytes)) refuse("it was cut off or damaged");
    return static_cast<std::size_t>(about.st_size);
  }

  [[nodiscard]] file_header& header() const { return *reinterpret_cast<file_header*>(map_.first()); }

  [[noreturn]] void refuse(const std::string& why) const {
    throw std::runtime_error("doorway: " + path_ + " cannot be used: " + why + "; if nobody uses it, delete it");
  }

  std::string path_;
  descriptor fd_;
  mapping map_;
  file_kind kind_;
};

}  // namespace doorway::processes
