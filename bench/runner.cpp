#include "runner.hpp"

namespace doorway::bench {

void carry_out(const workload& what, const field& who, const effort& how, results& into,
               const std::function<void(const std::string&)>& progress) {
  const unsigned rounds = how.rounds != 0 ? how.rounds : how.quick ? what.quick_rounds : full_rounds;
  const auto first = into.tables.size();
  std::vector<std::vector<contestant>> line_up;
  for (const cell& at : what.cells) {
    auto& here = line_up.emplace_back();
    if (what.beside_a_line) here.push_back(cache_line());
    for (const contestant& one : who.all)
      if (what.takes_part(one, at)) here.push_back(one);
    table next{.at = at, .rows = {}};
    for (const contestant& one : here) next.rows.push_back({.lock = one.name, .what = one.what, .rounds = {}});
    into.tables.push_back(std::move(next));
  }
  for (unsigned round = 0; round < rounds; ++round) {
    progress(what.name + ", round " + std::to_string(round + 1) + " of " + std::to_string(rounds));
    for (std::size_t c = 0; c < what.cells.size(); ++c)
      for (std::size_t i = 0; i < line_up[c].size(); ++i) {
        const auto turn = (i + round) % line_up[c].size();
        into.tables[first + c].rows[turn].add(
            what.measure(line_up[c][turn], what.cells[c], how.quick ? what.quick : what.full));
      }
  }
}

}  // namespace doorway::bench
