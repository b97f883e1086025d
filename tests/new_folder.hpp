// A new folder for one test: in memory where that may be written to, as it may not in every container.
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>

inline std::string new_folder() {
  const bool in_memory = ::access("/dev/shm", W_OK) == 0;
  std::string made = (in_memory ? "/dev/shm" : std::filesystem::temp_directory_path().string()) + "/doorway-test-" +
                     std::string(6, 'X');  // mkdtemp puts a name in place of these
  if (::mkdtemp(made.data()) == nullptr) throw std::runtime_error("cannot make " + made);
  return made;
}
