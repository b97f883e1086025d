// The names of a directory, and finding one.
#pragma once

#include <string>
#include <vector>

#include "doorway/processes/file.hpp"

namespace doorway::tool {

// Sorted. Only what could be a name: other files are not ours.
[[nodiscard]] std::vector<std::string> names_in(const processes::directory& where);

// Says that there is no such name here, and where it is if that can be seen, and ends with `refused`.
[[noreturn]] void not_there(const processes::directory& where, const std::string& name);

// The file of that name, or not_there.
[[nodiscard]] processes::file found(const processes::directory& where, const std::string& name);

// visit(name, file) for every name. What cannot be read is told on stderr and passed over; false if there was any.
template <class Visit>
bool for_each_file(const processes::directory& where, Visit&& visit);

void tell(const std::exception& trouble);

template <class Visit>
bool for_each_file(const processes::directory& where, Visit&& visit) {
  bool all = true;
  for (const auto& name : names_in(where)) {
    try {
      if (const auto file = processes::file::find(where, name)) visit(name, *file);
    } catch (const std::exception& trouble) {
      tell(trouble);
      all = false;
    }
  }
  return all;
}

}  // namespace doorway::tool
