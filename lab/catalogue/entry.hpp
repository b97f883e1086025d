// An entry of the catalogue, and what is read in one.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace doorway::lab {

// Fields keep the order in which the file has them.
using entry = nlohmann::ordered_json;

// JSON from somebody else: text nested deeper than any of ours is refused, for what reads a value goes as deep as it is.
// Throws nlohmann::json::exception, or std::runtime_error if it is too deep.
[[nodiscard]] entry parse_foreign(const std::string& text);

// A field that an object need not have.
template <class Value>
[[nodiscard]] Value optional_field(const entry& all, const char* key, Value otherwise) {
  const auto found = all.find(key);
  return found == all.end() ? otherwise : found->template get<Value>();
}

// Does its paper claim this property of it? (A claim that the paper denies is there too, as "denied".)
[[nodiscard]] bool claims(const entry& one, const char* property);

// With one inside at a time, are all of them served in the order in which their doorways ended? k-FCFS and FIFE imply it
// for k = 1.
[[nodiscard]] bool claims_order(const entry& one);

// Is it promised that as many as may be inside together get in although nobody leaves? k-exclusion: any k processes, for
// which it must bear the k-1 that do not move on. Mutual exclusion: one. Groups: all, with one session.
[[nodiscard]] bool promises_full_house(const entry& one);

// Does it take this parameter: n, k, l or s?
[[nodiscard]] bool takes(const entry& one, std::string_view parameter);

// The arrays that are at their initial values whenever nobody is in the trying protocol, the critical section or the exit.
[[nodiscard]] std::vector<std::string> quiescent_arrays(const entry& one);

}  // namespace doorway::lab
