// A new folder for one test: in memory if that may be written to and has room, as not in every container (64 MB are usual there).
#pragma once

#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>

inline std::string new_folder(std::uintmax_t room = 8 << 20) {
  const bool in_memory = ::access("/dev/shm", W_OK) == 0 && std::filesystem::space("/dev/shm").available >= room;
  std::string made = (in_memory ? "/dev/shm" : std::filesystem::temp_directory_path().string()) + "/doorway-test-" +
                     std::string(6, 'X');  // mkdtemp puts a name in place of these
  if (::mkdtemp(made.data()) == nullptr) throw std::runtime_error("cannot make " + made);
  return made;
}
