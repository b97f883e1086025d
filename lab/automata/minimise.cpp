#include "lab/automata/minimise.hpp"

#include <map>
#include <string>
#include <unordered_map>

namespace doorway::lab {
namespace {

constexpr auto unknown = automaton::unknown;

void put(std::string& text, std::uint32_t value) { text.append(reinterpret_cast<const char*>(&value), sizeof value); }

// The classes of a state and of where it leads; an unknown last input is the same as none.
std::string signature(const automaton::node& node, std::uint32_t own, const std::vector<std::uint32_t>& classes) {
  std::string text;
  put(text, own);
  std::size_t known = node.next.size();
  while (known > 0 && node.next[known - 1] == unknown) --known;
  for (std::size_t i = 0; i < known; ++i) put(text, node.next[i] == unknown ? unknown : classes[node.next[i]]);
  put(text, unknown - 1);
  for (auto to : node.crash) put(text, classes[to]);
  if (node.drain != unknown) {
    put(text, unknown - 2);
    put(text, classes[node.drain]);
  }
  return text;
}

// One class for each state, numbered from 0.
std::vector<std::uint32_t> refine(const automaton& from) {
  std::vector<std::uint32_t> classes(from.nodes.size());
  for (std::size_t s = 0; s < classes.size(); ++s) classes[s] = from.nodes[s].shows;
  for (std::size_t count = 0;;) {
    std::unordered_map<std::string, std::uint32_t> seen;
    std::vector<std::uint32_t> finer(classes.size());
    for (std::size_t s = 0; s < classes.size(); ++s)
      finer[s] =
          seen.try_emplace(signature(from.nodes[s], classes[s], classes), static_cast<std::uint32_t>(seen.size()))
              .first->second;
    classes.swap(finer);
    if (seen.size() == count) return classes;
    count = seen.size();
  }
}

}  // namespace

automaton minimise(const automaton& from) {
  const auto classes = refine(from);
  automaton to;
  to.p = from.p;
  to.own = from.own;
  std::vector<std::uint32_t> number(classes.size(), unknown);  // of a class in `to`
  std::vector<std::uint32_t> member;                           // a state of each class, in the order of `to`
  std::map<std::uint32_t, std::uint32_t> shown;
  const auto meet = [&](std::uint32_t state) {
    if (state == unknown) return unknown;
    auto& known = number[classes[state]];
    if (known == unknown) {
      known = static_cast<std::uint32_t>(member.size());
      member.push_back(state);
    }
    return known;
  };
  meet(0);
  while (to.nodes.size() < member.size()) {  // meeting adds members
    const automaton::node& old = from.nodes[member[to.nodes.size()]];
    automaton::node copy;
    const auto [at, is_new] = shown.try_emplace(old.shows, static_cast<std::uint32_t>(to.observations.size()));
    if (is_new) to.observations.push_back(from.observations[old.shows]);
    copy.shows = at->second;
    for (auto next : old.next) copy.next.push_back(meet(next));
    while (!copy.next.empty() && copy.next.back() == unknown) copy.next.pop_back();
    for (auto next : old.crash) copy.crash.push_back(meet(next));
    copy.drain = meet(old.drain);
    to.nodes.push_back(std::move(copy));
  }
  return to;
}

}  // namespace doorway::lab
