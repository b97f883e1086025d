// The last table of docs/fences.md, with store buffers (x86-TSO) and the fences that ship: every search in it is made again, and
// must find that all that was asked holds, in as many states. This program makes the small searches of two processes again or,
// compiled with DOORWAY_DEEP, all others (./test --full).
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "lab/catalogue/catalogue.hpp"
#include "lab/catalogue/checks.hpp"
#include "lab/fences_tables.hpp"

namespace doorway::lab {
namespace {

#ifdef DOORWAY_DEEP
constexpr bool deep = true;
#else
constexpr bool deep = false;
#endif

// A row: up to three searches in one setting.
struct row {
  explicit row(const table_row& cells) : name(cells.at(0)), verdict(cells.at(6)) {
    setting = {{"n", std::stoi(cells.at(1))}, {"k", cells.at(2) == "-" ? 1 : std::stoi(cells.at(2))},
               {"passages", cells.at(3)},     {"memory_order", "tso"},
               {"registers", "atomic"},       {"crashes", 0}};
    if (cells.at(3) != "unbounded") setting["passages"] = std::stoi(cells.at(3));
    if (cells.at(4) != "-") setting["preemptions"] = std::stoi(cells.at(4));
    for (char letter : cells.at(5))
      if (letter != ' ') asked.push_back(property(letter));
    searches = {cells.begin() + 7, cells.begin() + 10};
  }
  static const char* property(char letter) {
    switch (letter) {
      case 'E': return "exclusion";
      case 'X': return "bounded-exit";
      case 'D': return "deadlock-freedom";
      case 'S': return "starvation-freedom";
      case 'O': return "fcfs";
      default: throw std::runtime_error(std::string("no property is called ") + letter);
    }
  }
  // The number of states, as the cell has it; 0 if there is none, or the search did not end.
  static std::uint64_t number(std::string cell) {
    cell.erase(std::remove(cell.begin(), cell.end(), ','), cell.end());
    return cell.empty() || std::isdigit(cell[0]) == 0 ? 0 : std::stoull(cell);
  }
  // What the catalogue would say of it, had it such entries.
  [[nodiscard]] run entries(std::size_t column, std::uint64_t states, const entry& algorithm) const {
    run all;
    for (const auto& what : asked) {
      entry one = setting;
      one["property"] = what;
      one["verdict"] = verdict == "HOLDS" ? "HOLDS" : "HOLDS up to the bound";
      one["states"] = states;
      if (algorithm.at("problem") == "group exclusion") one["sessions"] = 2;
      if (column == 1) one["abort"] = true;
      if (column == 2) one["recover"] = true;
      if (column == 2) one["crashes"] = 1;
      all.push_back(one);
    }
    return all;
  }

  std::string name, verdict;
  entry setting;
  std::vector<std::string> asked;
  std::vector<std::string> searches;  // alone; with giving up; with a crash and recovery
};

class tso_table : public testing::TestWithParam<std::string> {};

TEST_P(tso_table, is_true) {
  const entry& algorithm = *find_entry(GetParam());
  std::set<std::string> sizes;
  for (const auto& cells : documented("| Algorithm | n | k |", GetParam())) {
    const row one(cells);
    sizes.insert(cells.at(1) + " " + cells.at(2));
    for (std::size_t column = 0; column < one.searches.size(); ++column) {
      const auto states = row::number(one.searches[column]);
      if (states == 0 || (one.setting.at("n") != 2 || states > quick_states_with_buffers) != deep) continue;
      const run asked = one.entries(column, states, algorithm);
      SCOPED_TRACE(asked.front().dump());
      const report found = ask(one.name, asked, limits_again(deep), {});
      EXPECT_EQ(difference(asked, found), "");
      for (const auto& f : found.findings) EXPECT_EQ(f.bound.find("buffer"), std::string::npos) << f.bound;
    }
  }
  // Nothing is left out: two processes, and three with each k.
  using all = std::set<std::string>;
  EXPECT_EQ(sizes, algorithm.at("problem") == "k-exclusion" ? all({"2 1", "3 1", "3 2"}) : all({"2 -", "3 -"}))
      << "docs/fences.md lacks rows of " << GetParam() << " in its last table. This makes them:\n"
      << "    tests/lab/tso_table.py build/release/tools/doorway-lab " << GetParam();

  // The page says which fences it needs, or that nobody has asked.
  std::ifstream file(DOORWAY_SOURCE_DIR "/docs/fences.md");
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  const auto from = page.find("\nIn the other algorithms every write is an announce");
  const std::string others = page.substr(from, page.find("\n\n", from + 1) - from);
  const bool other = std::regex_search(others, std::regex("[ \n]" + GetParam() + "[,.\n]"));
  EXPECT_NE(documented("| Algorithm | Fences |", GetParam()).empty(), !other)
      << "docs/fences.md: " << GetParam()
      << " wants a row in the table of 'Which fences' (lab_tso_test says what belongs into it) or, if every write of "
         "it is an "
         "announce, its name in the sentence below it: 'In the other algorithms ...'";
}

std::vector<std::string> names() {
  std::vector<std::string> all;
  for (const auto& one : catalogue()) all.push_back(one.at("name"));
  return all;
}
INSTANTIATE_TEST_SUITE_P(of, tso_table, testing::ValuesIn(names()), [](const auto& one) {
  std::string spelling = one.param;
  std::replace(spelling.begin(), spelling.end(), '-', '_');
  return spelling;
});

}  // namespace
}  // namespace doorway::lab
