// In place of libc's, for this program is linked statically: users and groups as /etc/passwd and /etc/group have them, and as getent(1)
// says. libc's own would load the libraries of the name service, in the version that this machine happens to have.
#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>

namespace {

using open_file = std::unique_ptr<FILE, int (*)(FILE*)>;
open_file as_open(FILE* file) {
  return {file, [](FILE* one) { return std::fclose(one); }};
}

// What `getent DATABASE KEY` prints, as a file; nothing where there is no such program.
open_file getent(const char* database, const std::string& key) {
  const int memory = ::memfd_create("getent", MFD_CLOEXEC);
  auto answer = as_open(memory < 0 ? nullptr : ::fdopen(memory, "r"));
  if (answer == nullptr) return answer;
  posix_spawn_file_actions_t where;
  ::posix_spawn_file_actions_init(&where);
  ::posix_spawn_file_actions_addopen(&where, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_adddup2(&where, memory, STDOUT_FILENO);
  std::string words[] = {"getent", database, key};
  char* const pointers[] = {words[0].data(), words[1].data(), words[2].data(), nullptr};
  pid_t pid = 0;
  const bool started = ::posix_spawn(&pid, "/usr/bin/getent", &where, nullptr, pointers, environ) == 0;
  ::posix_spawn_file_actions_destroy(&where);
  while (started && ::waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {}
  std::rewind(answer.get());
  return answer;
}

template <class Is>
struct group* find_group(FILE* in, Is&& is) {
  struct group* one = nullptr;
  while (in != nullptr && (one = ::fgetgrent(in)) != nullptr && !is(*one)) {}
  return one;
}
template <class Is>
struct group* find_group(const std::string& key, Is&& is) {
  if (auto* one = find_group(as_open(std::fopen("/etc/group", "re")).get(), is)) return one;
  return find_group(getent("group", key).get(), is);
}

}  // namespace

// What the library declares has names of parameters that are reserved for it.
// NOLINTBEGIN(readability-inconsistent-declaration-parameter-name)

// Its members are nobody's business here.
extern "C" int getgrnam_r(const char* name, struct group* entry, char* /*buffer*/, size_t /*size*/,
                          struct group** found) {
  const auto* one = find_group(name, [&](const struct group& each) { return std::strcmp(each.gr_name, name) == 0; });
  *found = nullptr;
  if (one == nullptr) return 0;
  *entry = *one;
  *found = entry;
  return 0;
}

extern "C" struct group* getgrgid(gid_t number) {
  return find_group(std::to_string(number), [&](const struct group& each) { return each.gr_gid == number; });
}

extern "C" struct passwd* getpwuid(uid_t number) {
  struct passwd* one = nullptr;
  const auto look = [&](FILE* in) {
    while (in != nullptr && (one = ::fgetpwent(in)) != nullptr && one->pw_uid != number) {}
    return one != nullptr;
  };
  if (!look(as_open(std::fopen("/etc/passwd", "re")).get())) look(getent("passwd", std::to_string(number)).get());
  return one;
}

// NOLINTEND(readability-inconsistent-declaration-parameter-name)
