// Where the names live: one private directory on a file system in memory, per user, or per group for those who share.
//
//     /dev/shm/doorway-UID           0700, made on first use
//     /dev/shm/doorway-group-GID     2770, with --shared GROUP
//     $DOORWAY_DIR                   instead of the first, for tests and for machines without /dev/shm
//
// Other users can write to /dev/shm, so what is found there is taken for hostile until its owner and mode are right.
#pragma once

#include <fcntl.h>
#include <grp.h>
#include <linux/magic.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

#include "doorway/processes/descriptor.hpp"

namespace doorway::processes {

class directory {
 public:
  // Of this user.
  static directory own() {
    const char* chosen = std::getenv("DOORWAY_DIR");
    if (chosen != nullptr && *chosen != '\0') return directory(chosen, ::geteuid(), no_group);
    return directory("/dev/shm/doorway-" + std::to_string(::geteuid()), ::geteuid(), no_group);
  }

  // Of all members of a group.
  static directory shared_with(const std::string& group) {
    const gid_t gid = group_id(group);
    return directory("/dev/shm/doorway-group-" + std::to_string(gid), ::geteuid(), gid);
  }

  [[nodiscard]] int fd() const { return fd_.get(); }
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] mode_t file_mode() const { return group_ == no_group ? 0600 : 0660; }
  [[nodiscard]] bool is_shared() const { return group_ != no_group; }
  [[nodiscard]] gid_t group() const { return group_; }
  // Whether a file of that owner and group belongs here.
  [[nodiscard]] bool trusts(const struct stat& about) const {
    return is_shared() ? about.st_gid == group_ : about.st_uid == owner_;
  }

  // Held while a name is made, removed or replaced; not while a lock is used.
  class guard {
   public:
    explicit guard(const directory& where) : fd_(where.fd()) {
      while (::flock(fd_, LOCK_EX) != 0)
        if (errno != EINTR) fail("cannot lock the directory " + where.path());
    }
    ~guard() { ::flock(fd_, LOCK_UN); }
    guard(const guard&) = delete;
    guard& operator=(const guard&) = delete;

   private:
    int fd_;
  };

 private:
  static constexpr gid_t no_group = static_cast<gid_t>(-1);

  directory(std::string path, uid_t owner, gid_t group) : path_(std::move(path)), owner_(owner), group_(group) {
    const mode_t mode = is_shared() ? 02770 : 0700;
    if (::mkdir(path_.c_str(), 0700) == 0) {
      if (is_shared() &&
          (::chown(path_.c_str(), static_cast<uid_t>(-1), group_) != 0 || ::chmod(path_.c_str(), mode) != 0))
        fail("cannot give the directory " + path_ + " to the group");
    } else if (errno != EEXIST) {
      fail("cannot make the directory " + path_ + " (set DOORWAY_DIR to one on a file system in memory)");
    }
    fd_ = descriptor(::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!fd_.open()) fail("cannot open the directory " + path_);
    struct stat about {};
    if (::fstat(fd_.get(), &about) != 0) fail("cannot look at the directory " + path_);
    if (!trusts(about)) throw std::runtime_error("doorway: " + path_ + " belongs to somebody else; it is not used");
    const mode_t too_wide = is_shared() ? S_IRWXO : S_IRWXG | S_IRWXO;
    if ((about.st_mode & too_wide) != 0)
      throw std::runtime_error("doorway: others can get at " + path_ + "; chmod it to " +
                               (is_shared() ? "2770" : "0700"));
    refuse_remote_file_systems();
  }

  static gid_t group_id(const std::string& name) {
    std::vector<char> buffer(16384);
    struct group entry {};
    struct group* found = nullptr;
    if (::getgrnam_r(name.c_str(), &entry, buffer.data(), buffer.size(), &found) == 0 && found != nullptr)
      return found->gr_gid;
    throw std::invalid_argument("doorway: there is no group '" + name + "' (see getent group)");
  }

  // Shared mappings and byte locks hold within one machine only; over a network they would seem to work.
  void refuse_remote_file_systems() const {
    constexpr std::array<unsigned long, 10> remote = {
        NFS_SUPER_MAGIC,      SMB_SUPER_MAGIC,     0xFF534D42 /* cifs */, 0xFE534D42 /* smb2 */,
        FUSE_SUPER_MAGIC,     0x01021997 /* 9p */, 0x00C36400 /* ceph */, 0x0BD00BD0 /* lustre */,
        0x5346414F /* afs */, 0x47504653 /* gpfs */};
    struct statfs about {};
    if (::fstatfs(fd_.get(), &about) != 0) fail("cannot look at the file system of " + path_);
    for (const auto magic : remote)
      if (static_cast<unsigned long>(about.f_type) == magic)
        throw std::runtime_error("doorway: " + path_ +
                                 " is on a network or FUSE file system, where locks of one machine do not "
                                 "hold; use a directory on tmpfs");
  }

  std::string path_;
  uid_t owner_;
  gid_t group_;
  descriptor fd_;
};

}  // namespace doorway::processes
