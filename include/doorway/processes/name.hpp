// What may be a name, and the names of files that go with one.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>

namespace doorway::processes {

// Letters, digits, and . _ - + @ : not at the start a dot or a dash.
inline void check_name(std::string_view name) {
  const auto fine = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("._-+@:").find(c) != std::string_view::npos;
  };
  if (name.empty() || name.size() > 200 || name.front() == '.' || name.front() == '-' ||
      !std::all_of(name.begin(), name.end(), fine))
    throw std::invalid_argument(
        "doorway: a name is 1 to 200 letters, digits or any of . _ - + @ : and does not begin with . or -");
}

// The file in which those wait who want a seat at the lock of that name (anteroom.hpp). No user can give this name.
[[nodiscard]] inline std::string anteroom_of(const std::string& name) { return "." + name + ".anteroom"; }

}  // namespace doorway::processes
