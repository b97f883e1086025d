// Other people's words, fit to be shown: nothing in them may steer a terminal.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace doorway::tool {

// Printable text stays; control characters, broken UTF-8 and marks that turn the direction of writing become \n, \x1b ...
[[nodiscard]] std::string printable(std::string_view text);

// A command as one could type it: arguments quoted where a shell would take them apart.
[[nodiscard]] std::string command_line(const std::vector<std::string>& arguments);

// The longest prefix of at most that many bytes that cuts no UTF-8 letter.
[[nodiscard]] std::string_view cut(std::string_view text, std::size_t most);

// How many columns a printable text takes, and its beginning with "..." if that is more than `most`.
[[nodiscard]] std::size_t columns(std::string_view text);
[[nodiscard]] std::string shortened(const std::string& text, std::size_t most);

}  // namespace doorway::tool
