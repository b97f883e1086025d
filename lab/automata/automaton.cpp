#include "lab/automata/automaton.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace doorway::lab {

value_table::value_table(const std::vector<register_info>& registers)
    : flickers(registers.size()), values_(registers.size()), numbers_(registers.size()) {
  for (std::uint32_t r = 0; r < registers.size(); ++r) make_readable(r, number(r, registers[r].initial));
}

std::uint32_t value_table::number(std::uint32_t where, word value) {
  const auto [at, is_new] = numbers_[where].try_emplace(value, size(where));
  if (is_new) values_[where].push_back({value, false});
  return at->second;
}

std::uint32_t value_table::find(std::uint32_t where, word value) const {
  const auto at = numbers_[where].find(value);
  if (at == numbers_[where].end()) throw std::logic_error("a value without a number");
  return at->second;
}

bool value_table::make_readable(std::uint32_t where, std::uint32_t number) {
  return !std::exchange(values_[where][number].readable, true);
}

void value_table::set_flickers(const std::vector<register_info>& registers, word cap) {
  for (std::uint32_t r = 0; r < registers.size(); ++r) {
    flickers[r].clear();
    if (!registers[r].safe) continue;
    const word count = registers[r].domain != unbounded ? registers[r].domain : cap + 1;
    for (word v = 0; v < count; ++v) number(r, v);
    for (std::uint32_t i = 0; i < size(r); ++i) {
      const word v = value(r, i);
      if (v >= count && v != registers[r].initial && v != infinity) continue;
      make_readable(r, i);
      flickers[r].push_back(i);
    }
  }
}

bool automaton::owns(std::uint32_t where) const { return std::binary_search(own.begin(), own.end(), where); }

bool automaton::may_crash(std::uint32_t state) const {
  const observation& now = seen(state);
  return !now.crashed && now.at != stage::remainder && now.next.kind != action::done && now.next.kind != action::dead &&
         now.next.kind != action::bad && !now.has_stores();
}

automaton without_looks(automaton from) {
  std::vector<std::uint32_t> number(from.observations.size());
  std::vector<observation> kept;
  for (std::size_t i = 0; i < number.size(); ++i) {
    observation& seen = from.observations[i];
    if (seen.at == stage::awaiting) seen.at = stage::waiting;
    const auto same = std::find(kept.begin(), kept.end(), seen);
    number[i] = static_cast<std::uint32_t>(same - kept.begin());
    if (same == kept.end()) kept.push_back(seen);
  }
  for (auto& node : from.nodes) node.shows = number[node.shows];
  from.observations = std::move(kept);
  return from;
}

bool isomorphic(const automaton& a, const automaton& b) {
  if (a.nodes.size() != b.nodes.size() || a.own != b.own) return false;
  std::vector<std::uint32_t> twin(a.nodes.size(), automaton::unknown);
  std::vector<std::uint32_t> todo{0};
  twin[0] = 0;
  const auto pair = [&](std::uint32_t x, std::uint32_t y) {
    if (x == automaton::unknown || y == automaton::unknown) return x == y;
    if (twin[x] != automaton::unknown) return twin[x] == y;
    twin[x] = y;
    todo.push_back(x);
    return true;
  };
  const auto pairs = [&](const std::vector<std::uint32_t>& xs, const std::vector<std::uint32_t>& ys) {
    for (std::size_t i = 0; i < std::max(xs.size(), ys.size()); ++i)
      if (!pair(i < xs.size() ? xs[i] : automaton::unknown, i < ys.size() ? ys[i] : automaton::unknown)) return false;
    return true;
  };
  while (!todo.empty()) {
    const auto x = todo.back();
    todo.pop_back();
    const auto y = twin[x];
    if (!(a.seen(x) == b.seen(y))) return false;
    if (!pairs(a.nodes[x].next, b.nodes[y].next) || !pairs(a.nodes[x].crash, b.nodes[y].crash) ||
        !pair(a.nodes[x].drain, b.nodes[y].drain))
      return false;
  }
  return std::find(twin.begin(), twin.end(), automaton::unknown) == twin.end();
}

}  // namespace doorway::lab
