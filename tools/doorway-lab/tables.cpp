// doorway-lab tables: the comparison tables of the papers, with what we measure beside what they say. docs/tables.md is its output.

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "commands.hpp"
#include "lab/rmr/study.hpp"
#include "size_options.hpp"

namespace doorway::lab {
namespace {

struct table_row {
  std::string says;  // what the paper's row says, as cells of a Markdown table
  std::string ours;  // the algorithm of ours that it is about; none: it is not here
  std::string note;
};

struct paper_table {
  const char* title;
  const char* header;  // of `says`
  std::vector<table_row> rows;
};

// Another table: another function, and a line in `tables_of_the_papers`.
paper_table zehavi_table_1() {
  return {.title = "Zehavi 2013, Table I: local-spin k-exclusion",
          .header = "reference | RMRs | instructions | starvation-free | FIFE | bounded space",
          .rows = {
              {"[5] Peterson 1981 | CC: O(n^3), DSM: unbounded | R, W | no | no | yes", "levels",
               "in the form of Omori et al. 2002, which is starvation-free"},
              {"[6] Anderson and Moir 1997 | O(k log(n/k)) | R, W, T&S, F&I | yes | no | yes", "anderson-moir",
               "its block for CC machines in its tree; the one for DSM machines is not reconstructed"},
              {"[6] Anderson and Moir 1997 | O(c) | R, W, T&S, F&I | yes | no | yes", "",
               "not here: we have no text of the fast path before the tree"},
              {"[7] Danek and Lee 2008 | O(k log n) | R, W | no | no | yes", "", "not here: we have no text of it"},
              {"[4] Danek 2010 | O(n) | R, W | yes | yes | no", "k-bakery-fife", ""},
              {"[8] Choi 2011 | CC: O(log k), DSM: unbounded | R, W, F&I, C&S | yes | yes | no", "",
               "not here: we have no text of it, and it needs compare-and-swap"},
              {"this paper | O(n) | R, W | yes | yes | yes", "bounded-fife", ""},
              {"this paper, on tickets | - | - | - | - | -", "unbounded-fife", "the same text, other timestamps"},
              {"[3] Afek et al. 1994, not in the table | unbounded | R, W | - | yes | yes", "afek", ""},
          }};
}

paper_table he_table_1() {
  return {.title = "He et al. 2017, Table 1: group mutual exclusion from reads and writes",
          .header = "algorithm | RMRs, CC | space | starvation-free | bounded exit | concurrent entry | FCFS | bounded",
          .rows = {
              {"Joung | unbounded | O(N) | yes | yes | yes | no | yes", "", "not here: we have no text of it"},
              {"Takamura et al. I | unbounded | O(N) | no | yes | no | no | no", "", "not here: we have no text of it"},
              {"Takamura et al. II | O(N) | O(N) | yes | no | no | no | no", "", "not here: we have no text of it"},
              {"Takamura et al. III | O(N) | O(N) | yes | no | no | no | no", "", "not here: we have no text of it"},
              {"GLB | O(N) | O(N) | yes | yes | yes | yes | no", "group-bakery", ""},
              {"Keane & Moir | O(log N) | O(N) | yes | no | no | no | yes", "keane-moir",
               "the worst passage lets up to n-1 others in"},
              {"Hadzilacos | O(N^2) | O(N^2) | yes | yes | yes | yes | yes", "", "not here: we have no text of it"},
              {"Jayanti et al. | O(N^2) | O(N) | yes | yes | yes | yes | yes", "", "not here: we have no text of it"},
              {"BWBGME | O(N) | O(N) | yes | yes | yes | yes | yes", "black-white-group-bakery", ""},
              {"Danek 2011, section 4.3, not in the table | O(N) | - | yes | yes | yes | - | yes",
               "group-from-abortable", "our own transformation"},
          }};
}

std::vector<paper_table> tables_of_the_papers() { return {zehavi_table_1(), he_table_1()}; }

const std::vector<process_id> sizes{4, 8, 16, 24};
constexpr process_id inside = 2;
constexpr std::uint64_t passages = 1000;

// "24 56 120 184, linear: 8.0 n - 8"
std::string measured(const topic& which, const std::string& model, bool progress) {
  const entry& one = which.about;
  const std::string& name = which.code.name;
  rmr::inquiry what{.name = name,
                    .make = which.code.make_counting,
                    .model = {},
                    .sizes = sizes,
                    .schedules = {"random", "round-robin", "greedy"},
                    .size = {}};
  for (const auto& known : rmr::cost_models)
    if (known.name == model) what.model = known;
  what.size = [&one](process_id n) {
    size_options size;
    size.n = n;
    if (takes(one, "k")) size.k = std::min<std::int64_t>(inside, n);
    return size.for_algorithm(one);
  };
  what.bounds.passages = passages;
  what.bounds.steps = 500 * passages;
  if (progress)
    what.progress = [&](const std::string& part, process_id n) {
      fmt::print(stderr, "\r\033[K{} {} {} {}", name, model, part, n);
    };
  const auto found = rmr::carry_out(what);
  if (!found.waits.local_spin()) return "no bound: waiting costs";
  const auto worst = rmr::worst_by_n(found);
  std::string text;
  for (const auto& at : worst) text += fmt::format("{}{:.0f}", text.empty() ? "" : " ", at.y);
  if (const auto how = rmr::fit(worst)) text += fmt::format("; {}", rmr::to_string(how->what));
  return text;
}

void print(const paper_table& one, const topics& of, bool progress) {
  fmt::print("\n## {}\n\n", one.title);
  fmt::print("| {} | ours | CC, measured | DSM, measured | registers bounded | note |\n", one.header);
  const auto columns = std::count(one.header, one.header + std::char_traits<char>::length(one.header), '|') + 6;
  for (std::ptrdiff_t i = 0; i < columns; ++i) fmt::print("| --- ");
  fmt::print("|\n");
  for (const auto& row : one.rows) {
    std::string cc = "-", dsm = "-", bounded = "-";
    if (!row.ours.empty()) {
      const auto& ours = of.named(row.ours);
      cc = measured(ours, "cc", progress);
      dsm = measured(ours, "dsm", progress);
      bounded = ours.about.at("registers").at("bits") == "unbounded" ? "no" : "yes";
    }
    fmt::print("| {} | {} | {} | {} | {} | {} |\n", row.says, row.ours.empty() ? "-" : row.ours, cc, dsm, bounded,
               row.note);
  }
  if (progress) fmt::print(stderr, "\r\033[K");
}

void tables_command(const topics& of) {
  fmt::print(
      "# The tables of the papers, measured\n\n"
      "Made by `doorway-lab tables`; a test compares. Left, what the paper says; right, what was measured on our text "
      "of the\n"
      "algorithm: the most RMRs that a passage took, at n = 4, 8, 16 and 24 with k = 2, in {} passages each under a "
      "random, a\n"
      "round-robin and a greedy schedule (`doorway-lab rmr`), and the shape that fits best. The CC model is the "
      "write-through\n"
      "one. \"No bound\": a waiting process pays for waiting.\n",
      passages);
  for (const auto& one : tables_of_the_papers()) print(one, of, isatty(STDERR_FILENO) != 0);
}

}  // namespace

void add_tables(CLI::App& app, const topics& of) {
  auto* command = app.add_subcommand("tables", "the comparison tables of the papers, measured, as Markdown");
  command->callback([&of] { tables_command(of); });
}

}  // namespace doorway::lab
