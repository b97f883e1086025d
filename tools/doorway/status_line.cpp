#include "status_line.hpp"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

#include "say.hpp"
#include "terminal_text.hpp"

namespace doorway::tool {

namespace {

constexpr std::string_view clean_line = "\r\033[K";

bool lock_of_terminal(short type) {
  struct flock whole {};
  whole.l_type = type;
  whole.l_whence = SEEK_SET;
  return ::fcntl(STDERR_FILENO, F_SETLK, &whole) == 0;
}

bool can_move_the_cursor() {
  const char* kind = std::getenv("TERM");  // NOLINT(concurrency-mt-unsafe): one thread
  return kind != nullptr && *kind != '\0' && std::string_view(kind) != "dumb";
}

std::size_t width() {
  winsize size{};
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 20 ? size.ws_col : 80U;
}

}  // namespace

status_line::status_line()
    : on_terminal_(::isatty(STDERR_FILENO) == 1), can_move_(on_terminal_ && can_move_the_cursor()) {}

bool status_line::take() {
  if (!can_move_ || ::tcgetpgrp(STDERR_FILENO) != ::getpgrp()) return false;
  return ours_ = ours_ || lock_of_terminal(F_WRLCK);
}

bool status_line::draw(const std::string& text) {
  if (!take()) return false;
  const auto fitting = shortened(text, width() - 1);
  if (fitting != shown_ && say_at_once(std::string(clean_line) + fitting)) shown_ = fitting;
  return true;
}

void status_line::clear() {
  if (!ours_) return;
  // From the background it is not ours to clear: a shell has written below it.
  if (!shown_.empty() && take()) say_at_once(clean_line);
  shown_.clear();
  lock_of_terminal(F_UNLCK);
  ours_ = false;
}

}  // namespace doorway::tool
