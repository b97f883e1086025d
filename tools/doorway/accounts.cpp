#include "accounts.hpp"

#include <grp.h>
#include <pwd.h>
#include <sys/stat.h>

#include <map>

namespace doorway::tool {

std::string user_name(uid_t user) {
  static std::map<uid_t, std::string> known;  // it may take a process to ask
  auto& name = known[user];
  if (!name.empty()) return name;
  const auto* entry = ::getpwuid(user);  // NOLINT(concurrency-mt-unsafe): one thread
  return name = entry == nullptr ? std::to_string(user) : entry->pw_name;
}
std::string group_name(gid_t group) {
  const auto* entry = ::getgrgid(group);  // NOLINT(concurrency-mt-unsafe): one thread
  return entry == nullptr ? std::to_string(group) : entry->gr_name;
}

std::optional<uid_t> user_of(word pid) {
  struct stat about {};
  if (::stat(("/proc/" + std::to_string(pid)).c_str(), &about) != 0) return std::nullopt;
  return about.st_uid;
}

}  // namespace doorway::tool
