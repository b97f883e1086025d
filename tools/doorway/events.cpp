#include "events.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <stdexcept>

#include "duration.hpp"
#include "say.hpp"
#include "terminal_text.hpp"

namespace doorway::tool {

using processes::descriptor;

namespace {

descriptor opened(const std::string& target) {
  if (target.empty()) return {};
  int number = -1;
  const char* const end = target.data() + target.size();
  if (const auto parsed = std::from_chars(target.data(), end, number); parsed.ptr == end && number >= 0) {
    const int flags = ::fcntl(number, F_GETFL);
    if (flags < 0 || (flags & O_ACCMODE) == O_RDONLY)
      throw std::invalid_argument(
          fmt::format("doorway: --events {0}: descriptor {0} is not open for writing; write ./{0} for a file", target));
    descriptor own(::fcntl(number, F_DUPFD_CLOEXEC, 10));
    if (!own.open()) processes::fail("cannot keep descriptor " + target);
    // The command does not get it: its reader sees the end when doorway ends.
    if (number > STDERR_FILENO) ::close(number);
    return own;
  }
  descriptor file(::open(target.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0666));
  if (!file.open()) processes::fail("cannot open " + printable(target) + " for --events");
  return file;
}

}  // namespace

event_log::event_log(const std::string& target) : fd_(opened(target)) {}

void event_log::tell(std::string_view what, const std::string& name, const nlohmann::ordered_json& about) {
  if (!is_open()) return;
  nlohmann::ordered_json line{
      {"event", what}, {"name", name}, {"pid", ::getpid()}, {"time", iso_time(std::chrono::system_clock::now())}};
  line.update(about);
  if (left_out_ != 0) line["left_out"] = left_out_;
  if (write_at_once(fd_.get(), line.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n'))
    left_out_ = 0;
  else ++left_out_;
}

}  // namespace doorway::tool
