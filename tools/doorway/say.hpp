// A message for people on standard error. That it cannot be written (a full disk, a reader that has gone) is no reason to
// end otherwise than one would have.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <utility>

namespace doorway::tool {

template <class... Arguments>
void say(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
  const std::string message = fmt::format(text, std::forward<Arguments>(arguments)...);
  if (std::fputs(message.c_str(), stderr) == EOF) std::clearerr(stderr);
}

}  // namespace doorway::tool
