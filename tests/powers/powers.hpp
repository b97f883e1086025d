// What some tests need and not everybody may do: give files away, be somebody else, mount, make namespaces. Root in a container
// may do some of it, an ordinary user none. Such a test is always compiled, asks first, and where it may not it says so and is
// counted as skipped, which is neither passed nor failed:
//
//     TEST(HostileFile, OfAnotherUser) {
//       if (powers::left_out_without({powers::give_files_away})) return;
//
// In CMake it says POWERS: that links this, with a main of its own.
#pragma once

#include <sys/types.h>

#include <initializer_list>

namespace powers {

bool become(uid_t user, gid_t group);            // also out of all other groups
bool mount_proc(const char* options = nullptr);  // over /proc, in mount and pid namespaces of one's own
bool mount_tmpfs(const char* where, const char* options);
bool in_new_namespaces(int flags);                // children too; false, with errno, if it may not be
bool shift_time_since_boot(const char* offsets);  // of the children, after in_new_namespaces(CLONE_NEWTIME)

// Tried in a child. False leaves the reason in errno.
struct power {
  const char* what;
  bool (*may)();
};
extern const power give_files_away;
extern const power be_somebody_else;
extern const power make_devices;
extern const power mount_file_systems;
extern const power make_pid_namespaces;
extern const power make_pid_namespaces_alone;  // and go on with the /proc of the old one
extern const power see_all_processes;          // those of all containers too: in the first pid namespace
extern const power hide_processes;
extern const power shift_time;

// True if one of these is not to be had, and then this test must return: its line is printed, and the program will end with
// `left_out` unless a test fails.
[[nodiscard]] bool left_out_without(std::initializer_list<power> needed);
inline constexpr int left_out = 77;  // the scripts' too (tools/common.sh), and DoorwayTest.cmake's

}  // namespace powers
