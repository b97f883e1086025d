#include "names.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string_view>

#include "accounts.hpp"
#include "doorway/processes/presence.hpp"
#include "exit_codes.hpp"
#include "occupants.hpp"
#include "say.hpp"

namespace doorway::tool {

using namespace doorway::processes;

std::vector<std::string> names_in(const directory& where) {
  struct closer {
    void operator()(DIR* open) const { ::closedir(open); }
  };
  // Of the directory that was found to be ours, whatever its path leads to by now.
  const int again = ::openat(where.fd(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const std::unique_ptr<DIR, closer> open(again < 0 ? nullptr : ::fdopendir(again));
  if (!open) fail("cannot read the directory " + where.path());
  std::vector<std::string> names;
  while (const auto* entry = ::readdir(open.get())) {  // NOLINT(concurrency-mt-unsafe): one thread
    const std::string name = entry->d_name;
    try {
      check_name(name);
      names.push_back(name);
    } catch (const std::invalid_argument&) {
      continue;  // ., .., and what somebody else put here
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

namespace {

// The groups that share such a name, as far as the caller may look.
std::string groups_with(const std::string& name) {
  std::string groups;
  std::error_code ignored;
  for (const auto& each : std::filesystem::directory_iterator("/dev/shm", ignored)) {
    constexpr std::string_view shared = "doorway-group-";
    const std::string place = each.path().filename();
    if (place.substr(0, shared.size()) != shared || ::access((each.path() / name).c_str(), R_OK | W_OK) != 0) continue;
    struct stat about {};
    if (::stat(each.path().c_str(), &about) != 0) continue;
    groups += fmt::format("{}--shared {}", groups.empty() ? "" : ", ", group_name(about.st_gid));
  }
  return groups;
}

}  // namespace

void not_there(const directory& where, const std::string& name) {
  const auto users = presence::all(where, name).size();
  const auto groups = where.is_shared() ? std::string() : groups_with(name);
  say("doorway: there is no '{}' in {}{}; 'doorway list' shows the names in use\n", name, where.path(),
      where.is_shared() ? "" : ", where your names are: each user has names of his own");
  if (users != 0)
    say("doorway: its file has vanished while it was in use; newcomers wait for those inside:\n{}",
        lines_of_vanished(where, name));
  if (!groups.empty()) say("doorway: there is one with {}\n", groups);
  throw CLI::RuntimeError(refused);
}

file found(const directory& where, const std::string& name) {
  check_name(name);
  if (auto there = file::find(where, name)) return *std::move(there);
  not_there(where, name);
}

void tell(const std::exception& trouble) {
  const std::string_view what = trouble.what();
  constexpr std::string_view ours = "doorway: ";
  say("{}{}\n", what.substr(0, ours.size()) == ours ? "" : ours, what);
}

}  // namespace doorway::tool
