// Where the names live: one private directory on a file system in memory, per user, or per group for those who share.
//
//     /dev/shm/doorway-UID           0700, made on first use
//     /dev/shm/doorway-group-GID     2770, with --shared GROUP
//     $DOORWAY_DIR                   instead of the first, for tests and for machines without /dev/shm
//
// UID and GID are those outside of a user namespace (numbers.hpp).
// Other users can write to /dev/shm, so what is found there is taken for hostile until its owner and mode are right.
#pragma once

#include <fcntl.h>
#include <grp.h>
#include <linux/magic.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "doorway/processes/descriptor.hpp"
#include "doorway/processes/lock_holder.hpp"
#include "doorway/processes/mapped_file.hpp"
#include "doorway/processes/numbers.hpp"
#include "doorway/processes/step.hpp"
#include "doorway/waiting/patience.hpp"

namespace doorway::processes {

// Those who wait go on waiting.
struct always {
  bool operator()() const { return true; }
};

class directory {
 public:
  // Somebody else has the guard, and the caller did not want to wait any longer.
  struct given_up : std::runtime_error {
    using std::runtime_error::runtime_error;
  };
  // It was removed after it had been opened: open it anew, which makes it anew, and start over.
  struct vanished : std::runtime_error {
    explicit vanished(const directory& which)
        : std::runtime_error("doorway: the directory " + which.path() + " was removed while it was in use; try again") {
    }
  };

  // Of this user.
  static directory own() {
    const char* chosen = ::secure_getenv("DOORWAY_DIR");
    if (chosen == nullptr || *chosen == '\0') return in_memory("/dev/shm/doorway-", numbered::user, ::geteuid());
    if (*chosen != '/')
      throw std::invalid_argument("doorway: DOORWAY_DIR is '" + std::string(chosen) +
                                  "', which is another place in every working directory; begin it with /");
    return at(chosen);
  }
  // Of all members of a group.
  static directory shared_with(const std::string& group) {
    return in_memory("/dev/shm/doorway-group-", numbered::group, group_id(group));
  }
  // Of all members of a group, or of this user where `group` is empty; at that path, or where it is empty in the usual place.
  static directory of(const std::string& path, const std::string& group) {
    if (path.empty()) return group.empty() ? own() : shared_with(group);
    return group.empty() ? at(path) : at(path, group);
  }
  // Elsewhere: of this user, or of all members of a group.
  static directory at(std::string path) {
    require_number(numbered::user, ::geteuid());
    return {std::move(path), no_group, true};
  }
  static directory at(std::string path, const std::string& group) {
    const gid_t gid = group_id(group);
    require_number(numbered::group, gid);
    return {std::move(path), gid, true};
  }

  [[nodiscard]] int fd() const { return fd_.get(); }
  [[nodiscard]] const std::string& path() const { return path_; }
  // Its name in the directory above it.
  [[nodiscard]] std::string own_name() const {
    const auto plain = std::filesystem::path(path_).lexically_normal();
    return (plain.has_filename() ? plain : plain.parent_path()).filename();
  }
  // Somebody has removed it since it was opened: nothing can be made in it any more.
  [[nodiscard]] bool is_gone() const {
    struct stat about {};
    if (::fstat(fd(), &about) != 0) fail("cannot look at the directory " + path_);
    return about.st_nlink == 0;
  }
  [[nodiscard]] mode_t file_mode() const { return group_ == no_group ? 0600 : 0660; }
  [[nodiscard]] bool is_shared() const { return group_ != no_group; }
  [[nodiscard]] gid_t group() const { return group_; }
  // Whether a file of that owner and group belongs here.
  [[nodiscard]] bool trusts(const struct stat& about) const {
    return is_shared() ? about.st_gid == group_ : about.st_uid == owner_;
  }

  // Held while a name is made, removed or replaced; not while a lock is used. It opens the directory anew: threads that
  // share a descriptor would share the lock.
  //
  // It takes a millisecond or so to make a name, and a caller without patience waits that long all the same (a_moment).
  // A process that holds it for long has been stopped: that is an error after 10 s, and given_up before that, if the patience is
  // over or keep_waiting(), asked every millisecond, is false. Those who hold it one after the other do not keep it: each
  // sets the directory's times anew, and from then on the seconds count again.
  class guard {
   public:
    explicit guard(const directory& where) : guard(where, patience::for_ever(), always()) {}
    template <class KeepWaiting>
    guard(const directory& where, const patience& how_long, KeepWaiting&& keep_waiting,
          std::chrono::nanoseconds too_long = std::chrono::seconds(10))
        : held_(descriptor(::openat(where.fd(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)), where.path()) {
      if (held_.fd() < 0) fail("cannot open the directory " + where.path());
      using namespace std::chrono;
      constexpr milliseconds a_moment(100);
      const auto trouble = [&] {
        return holder_of_lock(held_.fd()) + " keeps the directory " + where.path() + " locked";
      };
      const auto began = steady_clock::now();
      auto last = began;
      nanoseconds kept(0);  // by its holder; a machine that lets nobody run says nothing of the holder
      auto times = this->times();
      while (::flock(held_.fd(), LOCK_EX | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK && errno != EINTR) fail("cannot lock the directory " + where.path());
        const auto now = steady_clock::now();
        if (!keep_waiting() || (how_long.over() && now - began > a_moment))
          throw given_up("doorway: " + trouble() + "; it makes or removes a name");
        kept += std::min<nanoseconds>(now - std::exchange(last, now), milliseconds(20));
        if (const auto seen = this->times(); seen != times) {
          times = seen;
          kept = nanoseconds(0);
        }
        if (kept > too_long) fail(trouble() + " for 10 s; continue or kill it (see /proc/locks)", ETIMEDOUT);
        std::this_thread::sleep_for(milliseconds(1));
      }
      static_cast<void>(::futimens(held_.fd(), nullptr));  // not ours to change: then others wait less for us
    }
    ~guard() { ::flock(held_.fd(), LOCK_UN); }
    guard(const guard&) = delete;
    guard& operator=(const guard&) = delete;

   private:
    [[nodiscard]] std::pair<time_t, long> times() const {
      struct stat about {};
      if (::fstat(held_.fd(), &about) != 0) fail("cannot look at the directory " + held_.path());
      return {about.st_ctim.tv_sec, about.st_ctim.tv_nsec};
    }

    mapped_file held_;
  };

  // Shared mappings and byte locks hold within one machine only; over a network they would seem to work. `type` is what
  // statfs says of a file system.
  [[nodiscard]] static bool is_remote(unsigned long type) {
    constexpr std::array<unsigned long, 12> remote = {
        NFS_SUPER_MAGIC,      SMB_SUPER_MAGIC,       0xFF534D42 /* cifs */, 0xFE534D42 /* smb2 */,
        FUSE_SUPER_MAGIC,     0x01021997 /* 9p */,   0x00C36400 /* ceph */, 0x0BD00BD0 /* lustre */,
        0x5346414F /* afs */, 0x6B414653 /* kafs */, 0x47504653 /* gpfs */, 0x01161970 /* gfs2 */};
    for (const auto magic : remote)
      if ((type & 0xFFFFFFFF) == magic) return true;
    return false;
  }

 private:
  static constexpr gid_t no_group = static_cast<gid_t>(-1);

  static directory in_memory(const char* beginning, numbered what, unsigned long number) {
    const auto place = number_of_place(what, number);
    return {beginning + std::to_string(place.number), what == numbered::user ? no_group : static_cast<gid_t>(number),
            place.sure};
  }

  directory(std::string path, gid_t group, bool may_be_made)
      : path_(without_end(std::move(path))), owner_(::geteuid()), group_(group) {
    open();
    if (!may_be_made && !fd_.open() && errno == ENOENT)
      throw std::runtime_error("doorway: there is no " + path_ +
                               ", and this user namespace does not tell whether it would be " +
                               (is_shared() ? "the group's; run 'doorway list --shared GROUP' outside once"
                                            : "yours; run 'doorway list' outside once, or set DOORWAY_DIR"));
    for (int attempt = 0; !fd_.open() && errno == ENOENT && attempt < 100; ++attempt) {
      make();
      open();  // or somebody has removed it meanwhile
    }
    if (!fd_.open()) {
      if (errno == ENOTDIR || errno == ELOOP)
        throw std::runtime_error("doorway: " + path_ + " is no directory, or only a link to one; it is not used");
      fail("cannot open the directory " + path_);
    }
    struct stat about {};
    if (::fstat(fd_.get(), &about) != 0) fail("cannot look at the directory " + path_);
    if (!trusts(about))
      throw std::runtime_error("doorway: " + path_ + " belongs to somebody else; it is not used" +
                               (is_shared() ? "" : " (set DOORWAY_DIR to another)"));
    const mode_t too_wide = is_shared() ? S_IRWXO : S_IRWXG | S_IRWXO;
    if ((about.st_mode & too_wide) != 0)
      throw std::runtime_error("doorway: others can get at " + path_ + "; if it is doorway's alone, chmod it to " +
                               (is_shared() ? "2770" : "0700, else set DOORWAY_DIR to another"));
    struct statfs system {};
    if (::fstatfs(fd_.get(), &system) != 0) fail("cannot look at the file system of " + path_);
    if (is_remote(static_cast<unsigned long>(system.f_type)))
      throw std::runtime_error("doorway: " + path_ +
                               " is on a network or FUSE file system, where locks of one machine do not hold; set "
                               "DOORWAY_DIR to a directory on tmpfs");
  }

  // Without a / or /. at its end, which would lead through a link.
  static std::string without_end(std::string path) {
    while (path.size() > 1 && (path.ends_with('/') || path.ends_with("/."))) path.pop_back();
    return path;
  }
  void open() { fd_ = descriptor(::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)); }

  // It gets its name when its group and mode are right: a death on the way leaves nothing that stands in anybody's way,
  // and nobody meets it half made.
  void make() const {
    const std::string hint = " (set DOORWAY_DIR to a directory on a file system in memory)";
    if (!is_shared()) {
      if (::mkdir(path_.c_str(), 0700) != 0 && errno != EEXIST) fail("cannot make the directory " + path_ + hint);
      return;
    }
    std::string unfinished = path_ + "." + std::string(6, 'X');  // mkdtemp puts a name in place of these
    if (::mkdtemp(unfinished.data()) == nullptr) fail("cannot make the directory " + path_ + hint);
    DOORWAY_BEFORE_STEP();
    const bool given = ::chown(unfinished.c_str(), static_cast<uid_t>(-1), group_) == 0;
    DOORWAY_BEFORE_STEP();
    const bool done = given && ::chmod(unfinished.c_str(), 02770) == 0 &&
                      ::renameat2(AT_FDCWD, unfinished.c_str(), AT_FDCWD, path_.c_str(), RENAME_NOREPLACE) == 0;
    if (done) return;
    const int error = errno;
    ::rmdir(unfinished.c_str());
    if (!given) fail("cannot give the directory " + path_ + " to the group (are you a member of it?)", error);
    if (error != EEXIST) fail("cannot make the directory " + path_ + hint, error);
  }

  // By name, or by number: where there is no name for it (a container).
  static gid_t group_id(const std::string& name) {
    gid_t number = 0;
    const char* const end = name.data() + name.size();
    if (const auto parsed = std::from_chars(name.data(), end, number); parsed.ec == std::errc() && parsed.ptr == end) {
      if (number == no_group) throw std::invalid_argument("doorway: " + name + " is no number of a group");
      return number;
    }
    struct group entry {};
    struct group* found = nullptr;
    for (std::vector<char> buffer(1024);; buffer.resize(2 * buffer.size())) {
      const int error = ::getgrnam_r(name.c_str(), &entry, buffer.data(), buffer.size(), &found);
      if (error == ERANGE || error == EINTR) continue;
      if (error == 0 && found != nullptr) return found->gr_gid;
      throw std::invalid_argument("doorway: there is no group '" + name + "' (see getent group)");
    }
  }

  std::string path_;
  uid_t owner_;
  gid_t group_;
  descriptor fd_;
};

}  // namespace doorway::processes
