#include "powers.hpp"

#include <fcntl.h>
#include <grp.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>

#include "../new_folder.hpp"

namespace powers {

namespace {

bool some_are_left_out = false;

// 0, or an errno.
int in_a_child(bool (*run)()) {
  const pid_t pid = ::fork();
  if (pid < 0) return errno;
  if (pid == 0) {
    errno = 0;
    ::_exit(run() ? 0 : errno != 0 ? errno : EPERM);
  }
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {}
  return WIFEXITED(status) ? WEXITSTATUS(status) : EINTR;
}
bool child_may(bool (*run)()) {
  errno = in_a_child(run);
  return errno == 0;
}

}  // namespace

bool become(uid_t user, gid_t group) {
  return ::setgroups(0, nullptr) == 0 && ::setgid(group) == 0 && ::setuid(user) == 0;
}
bool mount_proc(const char* options) {
  return ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
         ::mount("proc", "/proc", "proc", 0, options) == 0;
}
bool mount_tmpfs(const char* where, const char* options) {
  return ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
         ::mount("none", where, "tmpfs", 0, options) == 0;
}
bool in_new_namespaces(int flags) { return ::unshare(flags) == 0; }
bool shift_time_since_boot(const char* offsets) {
  errno = 0;
  return static_cast<bool>(std::ofstream("/proc/self/timens_offsets") << offsets << std::flush);
}

namespace {

bool gives_files_away() {
  const int fd = ::memfd_create("given", 0);
  return ::fchown(fd, 65534, 65534) == 0 && ::fchown(fd, 1234, 1234) == 0;
}
bool is_somebody_else() {
  return child_may([] { return become(65534, 65534); }) && child_may([] { return become(1234, 1234); });
}
bool makes_devices() {
  const std::string folder = new_folder();
  const std::string made = folder + "/null";
  const bool may = ::mknod(made.c_str(), S_IFCHR | 0600, ::makedev(1, 3)) == 0;
  const int reason = errno;
  ::unlink(made.c_str());
  ::rmdir(folder.c_str());
  errno = reason;
  return may;
}
bool mounts() { return in_new_namespaces(CLONE_NEWNS) && mount_tmpfs("/proc", "size=64k"); }
bool makes_pid_namespaces() {
  return in_new_namespaces(CLONE_NEWPID | CLONE_NEWNS) && child_may([] { return mount_proc(); });
}
bool makes_pid_namespaces_alone() {
  return in_new_namespaces(CLONE_NEWPID) && child_may([] { return true; });
}
bool sees_all_processes() {
  struct stat about {};
  constexpr ino_t first = 0xEFFFFFFC;  // the kernel's number for it
  return ::stat("/proc/self/ns/pid", &about) == 0 && about.st_ino == first;
}
bool hides_processes() {
  return in_new_namespaces(CLONE_NEWNS) && mount_proc("hidepid=2") && ::setgid(65534) == 0 && ::setuid(65534) == 0;
}
bool shifts_time() {
  return in_new_namespaces(CLONE_NEWTIME) && shift_time_since_boot("boottime 1000000 0\n") &&
         child_may([] { return true; });
}

}  // namespace

const power give_files_away{"give a file away", gives_files_away};
const power be_somebody_else{"be another user", is_somebody_else};
const power make_devices{"make a device", makes_devices};
const power mount_file_systems{"mount a file system", mounts};
const power make_pid_namespaces{"make a pid namespace with its own /proc", makes_pid_namespaces};
const power make_pid_namespaces_alone{"make a pid namespace", makes_pid_namespaces_alone};
const power see_all_processes{"see all processes of the machine", sees_all_processes};
const power hide_processes{"mount a /proc that hides other users' processes", hides_processes};
const power shift_time{"make a time namespace", shifts_time};

bool left_out_without(std::initializer_list<power> needed) {
  for (const auto& each : needed) {
    const int reason = in_a_child(each.may);
    if (reason == 0) continue;
    std::printf("left out: the user may not %s: %s\n", each.what, std::strerror(reason));
    some_are_left_out = true;
    return true;
  }
  return false;
}

}  // namespace powers

int main(int count, char** words) {
  testing::InitGoogleTest(&count, words);
  const int result = RUN_ALL_TESTS();
  return result == 0 && powers::some_are_left_out ? powers::left_out : result;
}
