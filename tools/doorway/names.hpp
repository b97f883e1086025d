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

// visit(name, file) for every name, or cannot(name, why) for one that cannot be read; false if there was any.
template <class Visit, class Cannot>
bool for_each_file(const processes::directory& where, Visit&& visit, Cannot&& cannot);

void tell(const std::exception& trouble);

template <class Visit, class Cannot>
bool for_each_file(const processes::directory& where, Visit&& visit, Cannot&& cannot) {
  bool all = true;
  for (const auto& name : names_in(where)) {
    try {
      if (const auto file = processes::file::find(where, name)) visit(name, *file);
    } catch (const std::exception& trouble) {
      cannot(name, trouble);
      all = false;
    }
  }
  return all;
}

}  // namespace doorway::tool
