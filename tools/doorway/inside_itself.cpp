#include "inside_itself.hpp"

#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <sstream>

#include "doorway/core/sections.hpp"

namespace doorway::tool {

using namespace doorway::processes;

namespace {

std::string told() {
  const char* value = std::getenv(inside_variable);  // NOLINT(concurrency-mt-unsafe): one thread
  return value == nullptr ? "" : value;
}

std::string entry(word pid, const file& in) {
  struct stat about {};
  if (::fstat(in.fd(), &about) != 0) fail("cannot look at " + in.path());
  return fmt::format("{}:{}:{}", pid, about.st_dev, about.st_ino);
}

}  // namespace

std::size_t held_by_ancestors(const file& in, const std::string& session) {
  const std::string all = told();
  if (all.empty()) return 0;
  std::size_t held = 0;
  for (process_id i = 0; i < in.seats(); ++i) {
    const auto& note = in.note(i);
    if (load(note.active) == 0 || static_cast<section>(load(note.section)) != section::critical) continue;
    if (in.kind().k == 0 && note.session.read() == session) continue;
    const auto wanted = entry(load(note.holder.pid), in);
    std::istringstream words(all);
    for (std::string each; words >> each;)
      if (each == wanted) ++held;
  }
  return held;
}

std::string told_to_command(const std::vector<const file*>& held) {
  std::string all = told();
  for (const auto* one : held) all += (all.empty() ? "" : " ") + entry(static_cast<word>(::getpid()), *one);
  return all;
}

}  // namespace doorway::tool
