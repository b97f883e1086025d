#include "names.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>
#include <string_view>

#include "exit_codes.hpp"
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

void not_there(const std::string& name) {
  say("doorway: there is no '{}'; 'doorway list' shows the names in use\n", name);
  throw CLI::RuntimeError(refused);
}

file found(const directory& where, const std::string& name) {
  check_name(name);
  if (auto there = file::find(where, name)) return *std::move(there);
  not_there(name);
}

void tell(const std::exception& trouble) {
  const std::string_view what = trouble.what();
  constexpr std::string_view ours = "doorway: ";
  say("{}{}\n", what.substr(0, ours.size()) == ours ? "" : ours, what);
}

}  // namespace doorway::tool
