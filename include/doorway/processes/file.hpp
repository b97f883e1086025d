// The file behind a name: a header, one note per seat for people and for recovery, and the registers.
//
//     header   4096 bytes     what it is: never changes after the file got its name, but for `state`, `tended` and `seat_wanted`
//     notes    512 bytes each of the n seats: who sits there, since when, in which section
//     words    the registers of the algorithm and of its parking, as on threads
//
// A file gets its name only when it is complete (made as `.new`, which is nobody's name, then renamed), so nobody ever sees
// half of one. All that is read from it is checked before it is used.
//
// A user who may write to a file may also cut it off (truncate) while others have it mapped, and the next one who touches what
// is gone gets SIGBUS. A kernel that could forbid that (seals) does so only for files without a name. A process that enters
// or waits looks at the size now and then and throws cut_off if it can; sigbus.hpp is for programs that want to die with a
// message otherwise.
#pragma once

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "doorway/core/registers.hpp"
#include "doorway/processes/clock.hpp"
#include "doorway/processes/descriptor.hpp"
#include "doorway/processes/directory.hpp"
#include "doorway/processes/identity.hpp"
#include "doorway/processes/kernel_lock.hpp"
#include "doorway/processes/mapped_file.hpp"
#include "doorway/processes/name.hpp"
#include "doorway/processes/presence.hpp"
#include "doorway/processes/step.hpp"
#include "doorway/processes/text.hpp"

namespace doorway::processes {

// in_doubt: somebody who holds the directory's guard is finding out whether it can be removed. A process that gets the guard and
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
  word tended;       // when somebody last began to look for the dead
  word seat_wanted;  // 1: somebody sleeps until a seat is left
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
  return {load(from.pid), load(from.started), load(from.pid_namespace), load(from.time_namespace)};
}
// The number last: until it is there, nobody is named.
inline void write_identity(identity& to, const identity& who) {
  store(to.pid, 0);
  store(to.started, who.started);
  store(to.pid_namespace, who.pid_namespace);
  store(to.time_namespace, who.time_namespace);
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

// It is no file of ours, or not of this version, or spoilt: what() says which file, and what to do.
struct unusable : std::runtime_error {
  using std::runtime_error::runtime_error;
};
// The file was truncated while it was in use.
struct cut_off : unusable {
  explicit cut_off(const std::string& path)
      : unusable("doorway: " + path + " was cut off while it was in use; when nobody uses it, delete it") {}
};

class file {
 public:
  static constexpr word magic = 0x0a594157524f4f44;  // "DOORWAY\n"
  static constexpr word version = 3;

  // The file of that name, if there is one that can be used: see usable().
  static std::optional<file> find(const directory& where, const std::string& name) {
    auto found = open(where, name);
    if (found && !found->usable()) return std::nullopt;
    return found;
  }

  // The file of that name, in whatever state.
  static std::optional<file> open(const directory& where, const std::string& name) {
    descriptor fd(::openat(where.fd(), name.c_str(), O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    if (!fd.open()) {
      if (errno == ENOENT) return std::nullopt;
      if (errno == ELOOP)
        throw std::runtime_error("doorway: " + where.path() + "/" + name + " is a symbolic link; it is not used");
      if (errno == EISDIR)
        throw std::runtime_error("doorway: " + where.path() + "/" + name +
                                 " is a directory; it is not used: move it away, or delete it with rmdir or rm -r");
      fail("cannot open " + where.path() + "/" + name);
    }
    return file(where, name, std::move(fd));
  }

  // One that has lost its name, reached by another way.
  static file reached(const directory& where, const std::string& name, descriptor fd) {
    return {where, name, std::move(fd)};
  }

  // A new file under that name, with the registers that initialise(words) puts there. The caller holds the guard; what was
  // there before is replaced, and marked as removed for those who have it open.
  template <class Initialise>
  static file make(const directory& where, const std::string& name, const file_kind& kind, Initialise&& initialise) {
    const std::string wanted = where.path() + "/" + name;
    const unfinished scrap(where);
    descriptor fd(::openat(where.fd(), unfinished::name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (!fd.open()) {
      const int error = errno;
      if (where.is_gone()) throw directory::vanished(where);
      fail("cannot make a file in " + where.path(), error);
    }
    reserve(fd.get(), kind.bytes(), wanted);
    DOORWAY_BEFORE_STEP();
    if (where.is_shared() && ::fchown(fd.get(), static_cast<uid_t>(-1), where.group()) != 0)
      fail("cannot give " + wanted + " to the group");
    DOORWAY_BEFORE_STEP();
    if (::fchmod(fd.get(), where.file_mode()) != 0) fail("cannot set the mode of " + wanted);
    file made(where, name, std::move(fd), kind);
    initialise(made.words());
    const auto old = open(where, name);
    if (old) old->change_state(file_state::in_use, file_state::in_doubt);  // nobody enters it any more
    DOORWAY_BEFORE_STEP();
    if (::renameat(where.fd(), unfinished::name, where.fd(), name.c_str()) != 0) {
      const int error = errno;
      if (error == ENOENT) throw directory::vanished(where);  // or .new alone: start over
      fail("cannot give the new file the name " + wanted, error);
    }
    DOORWAY_BEFORE_STEP();
    if (old) old->set_state(file_state::removed);
    return made;
  }

  [[nodiscard]] int fd() const { return held_->fd(); }
  [[nodiscard]] const std::string& path() const { return held_->path(); }
  [[nodiscard]] const file_kind& kind() const { return kind_; }
  [[nodiscard]] process_id seats() const { return kind_.n; }
  [[nodiscard]] seat_note& note(process_id seat) const {
    return *reinterpret_cast<seat_note*>(first_ + file_kind::header_bytes + file_kind::note_bytes * seat);
  }
  [[nodiscard]] std::span<word> words() const {
    auto* first = first_ + file_kind::header_bytes + file_kind::note_bytes * kind_.n;
    return {reinterpret_cast<word*>(first), kind_.words};
  }
  [[nodiscard]] file_state state() const { return static_cast<file_state>(load(header().state)); }
  void set_state(file_state what) const { store(header().state, static_cast<word>(what)); }
  // Only if it is `from`: who retires a file that has vanished does not hold the guard of those who removed it (open.hpp).
  void change_state(file_state from, file_state to) const {
    DOORWAY_BEFORE_STEP();
    auto expected = static_cast<word>(from);
    std::atomic_ref<word>(header().state).compare_exchange_strong(expected, static_cast<word>(to));
  }

  // Of this boot and not removed. After a reboot no kernel lock is held; while one is, its holder is of this boot,
  // whatever a container with a boot number of its own says.
  [[nodiscard]] bool usable() const {
    return state() != file_state::removed &&
           (header().boot.read() == boot_id() || any_byte_is_locked(fd(), byte_of::seats, seats()));
  }

  // From now on nobody makes another file of this name, though this one may vanish, until it is closed: see presence.hpp.
  // For one who is to use it, and has to see afterwards that it still has its name.
  void attend(const directory& where, std::string_view name) {
    presence_ = std::make_unique<presence>(where, name, generation());
  }
  [[nodiscard]] std::uint32_t generation() const {
    struct stat about {};
    if (::fstat(fd(), &about) != 0) fail("cannot look at " + path());
    return presence::generation_of(about);
  }
  // What a command of ours is to inherit, so that the file can be found, and is known to be used, while the command lives:
  // the same proof, and a way to the file through which nothing can be read or written.
  struct keepsake {
    descriptor proof, way;
  };
  [[nodiscard]] keepsake make_keepsake() const {
    // High numbers, which a script is not likely to use for something else, if there are so many (ulimit -n).
    const auto high = [](descriptor low) {
      if (!low.open()) return descriptor();
      for (const int from : {400, 100, 10})
        if (descriptor kept(::fcntl(low.get(), F_DUPFD_CLOEXEC, from)); kept.open()) return kept;
      fail("no file descriptor is left by which the command shows that it is inside (see ulimit -n)");
    };
    const auto way = "/proc/self/fd/" + std::to_string(fd());
    return {presence_ == nullptr ? descriptor() : high(presence_->another()),
            high(descriptor(::open(way.c_str(), O_PATH | O_CLOEXEC)))};
  }

  // What others may have done to the file: whether it still has a name, and its full size.
  enum class condition : unsigned char { sound, without_name, cut };
  [[nodiscard]] condition look() const {
    struct stat about {};
    if (::fstat(fd(), &about) != 0) fail("cannot look at " + path());
    if (about.st_size < static_cast<off_t>(held_->bytes())) return condition::cut;
    return about.st_nlink == 0 ? condition::without_name : condition::sound;
  }

  [[nodiscard]] word& seat_wanted() const { return header().seat_wanted; }

  // True for one of all who ask within any 30 ms or so: it is the one to look for the dead. If that one is stopped in the
  // middle, the next 30 ms have their own. (A time in the future is one of another time namespace.)
  [[nodiscard]] bool is_time_to_tend() const {
    constexpr word interval = 30'000'000;
    const word at = now();
    const word last = load(header().tended);
    if (last <= at && at - last < interval) return false;
    store(header().tended, at);
    return true;
  }

 private:
  // A file without a name yet. What a maker that died left under it goes first.
  struct unfinished {
    static constexpr const char* name = ".new";
    const directory& where;
    explicit unfinished(const directory& in) : where(in) { ::unlinkat(where.fd(), name, 0); }
    ~unfinished() { ::unlinkat(where.fd(), name, 0); }
    unfinished(const unfinished&) = delete;
    unfinished& operator=(const unfinished&) = delete;
  };

  // Room is taken now: a full file system must say so here, not kill somebody at a write later. So must a limit on the
  // size of files, which would otherwise be a signal.
  static void reserve(int fd, std::size_t bytes, const std::string& path) {
    const std::string trouble = "no room for " + path + " (" + std::to_string(bytes) + " bytes)";
    struct rlimit most {};
    if (::getrlimit(RLIMIT_FSIZE, &most) == 0 && most.rlim_cur != RLIM_INFINITY && most.rlim_cur < bytes)
      fail(trouble + ": ulimit -f is lower", EFBIG);
    int error = EINTR;
    while (error == EINTR) error = ::posix_fallocate(fd, 0, static_cast<off_t>(bytes));
    if (error != 0) fail(trouble, error);
  }

  // An existing one.
  file(const directory& where, const std::string& name, descriptor fd)
      : held_(std::make_unique<mapped_file>(std::move(fd), where.path() + "/" + name)) {
    held_->map(trusted_size(where));
    first_ = held_->first();
    const auto& head = header();
    if (load(head.magic) != magic) refuse("it does not begin as doorway's files do");
    if (load(head.version) != version)
      refuse("it was made by another version of doorway (layout " + std::to_string(load(head.version)) +
             ", this one is " + std::to_string(version) + ")");
    const word n = load(head.n);
    const word k = load(head.k);
    if (n < 1 || n > most_processes || k > n || load(head.bytes) != held_->bytes()) refuse("it was cut off or damaged");
    kind_ = {plain(head.algorithm.read()), static_cast<process_id>(n), static_cast<process_id>(k), 0};
    if (held_->bytes() < kind_.bytes()) refuse("it was cut off or damaged");
    kind_.words = (held_->bytes() - kind_.bytes()) / sizeof(word);
  }

  // A new one without a name yet.
  file(const directory& where, const std::string& name, descriptor fd, const file_kind& kind)
      : held_(std::make_unique<mapped_file>(std::move(fd), where.path() + "/" + name)), kind_(kind) {
    held_->map(kind.bytes());
    first_ = held_->first();
    auto& head = header();
    head.magic = magic;
    head.version = version;
    head.bytes = kind.bytes();
    head.n = kind.n;
    head.k = kind.k;
    head.algorithm.write(kind.algorithm);
    head.boot.write(boot_id());
  }

  // Fit for a message, no matter who wrote it.
  static std::string plain(std::string from) {
    for (char& c : from)
      if (c <= ' ' || c > '~') c = '?';
    return from;
  }

  [[nodiscard]] std::size_t trusted_size(const directory& where) const {
    struct stat about {};
    if (::fstat(fd(), &about) != 0) fail("cannot look at " + path());
    if (!S_ISREG(about.st_mode)) refuse("it is not a plain file");
    if (!where.trusts(about))
      throw std::runtime_error("doorway: " + path() + " belongs to somebody else; it is not used");
    if (about.st_size < static_cast<off_t>(file_kind::header_bytes)) refuse("it was cut off or damaged");
    return static_cast<std::size_t>(about.st_size);
  }

  [[nodiscard]] file_header& header() const { return *reinterpret_cast<file_header*>(first_); }

  [[noreturn]] void refuse(const std::string& why) const {
    throw unusable("doorway: " + path() + " cannot be used: " + why + "; if nobody uses it, delete it");
  }

  std::unique_ptr<mapped_file> held_;
  std::unique_ptr<presence> presence_;  // of who uses it; who only looks has none
  std::byte* first_ = nullptr;
  file_kind kind_;
};

}  // namespace doorway::processes
