// --memory: how much a search may take. None at all is a usage error.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>

namespace doorway::lab {

inline CLI::Option* add_memory(CLI::App& command, std::uint64_t& memory, const std::string& text) {
  return command.add_option("--memory", memory, text)
      ->transform(CLI::AsSizeValue(false))
      ->check([](const std::string& bytes) {
        return std::string(bytes == "0" ? "a search needs memory; give an amount such as 8G" : "");
      });
}

}  // namespace doorway::lab
