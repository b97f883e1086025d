// Marking a file as removed. The caller holds the directory's guard, and then takes the name away or gives it to another
// file.
//
// Whoever enters says so in its note first and looks at the state afterwards; here the state is changed first and the notes
// are looked at afterwards. So one of the two sees the other: nobody is ever inside a file that was removed in peace.
#pragma once

#include <string>
#include <string_view>

#include "doorway/processes/file.hpp"

namespace doorway::tool {

// If nobody is inside or waits; else says who, with `advice`, leaves the file as it was and ends with `refused`.
void retire(const processes::file& what, const std::string& name, std::string_view advice);

// In any case. Says who is still inside.
void force_out(const processes::file& what, const std::string& name);

}  // namespace doorway::tool
