#include "claims_report.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "claims_rows.hpp"
#include "lab/catalogue/checks.hpp"
#include "run_report.hpp"
#include "table.hpp"

namespace doorway::lab {

namespace {

std::string joined(const std::string& a, const char* between, const std::string& b) {
  return a.empty() || b.empty() ? a + b : a + between + b;
}

std::string shortened(const std::string& text, std::size_t most) {
  return text.size() <= most ? text : text.substr(0, most - 4) + " ...";
}

// "HOLDS" with its mutants, as the issue asks: both or nothing.
std::string verdict_cell(const claim_row& row) {
  if (row.mutants.empty()) return row.verdict;
  return fmt::format("{}; VIOLATED: {}", row.verdict, row.mutants);
}

std::string agreement_cell(const claim_row& row) { return joined(row.agreement, ": ", row.why); }

std::string rows_markdown(const entry& one) {
  std::vector<table::row> rows;
  std::string last;
  for (const auto& row : claim_rows(one)) {
    const auto head = row.place + row.claim;
    rows.push_back({head == last ? "" : row.place, head == last ? "" : row.claim, row.property, row.checked,
                    verdict_cell(row), agreement_cell(row)});
    last = head;
  }
  return table({{"place"}, {"the paper says"}, {"property"}, {"checked (n/k)"}, {"verdict"}, {"agreement"}})
      .markdown(rows);
}

// One letter for a verdict: H complete, h up to the bound with a mutant refuted, - up to the bound without one, V, ?.
std::string letter(const entry& check) {
  const auto verdict = check.at("verdict").get<std::string>();
  if (verdict == "HOLDS") return "H";
  if (verdict == "VIOLATED") return "V";
  if (verdict == "INCONCLUSIVE") return "?";
  return check.contains("mutant") ? "h" : "-";
}

std::string bounds_markdown(const entry& one, const char* list) {
  std::vector<table::row> rows;
  std::map<std::string, std::size_t> places;
  if (!one.contains(list)) return "";
  for (const auto& check : one.at(list)) {
    auto key = setting_key(check) + (is_deep(check) ? "deep" : "");
    if (check.contains("states")) key += check.at("states").dump();
    const auto [place, is_new] = places.try_emplace(key, rows.size());
    if (is_new) {
      auto size = fmt::format("{}/{}", check.at("n").dump(), check.at("k").dump());
      if (check.contains("l")) size += "/" + check.at("l").dump();
      auto how = joined(optional_field<std::string>(check, "of", ""), ": ", in_words(setting_from(check)));
      if (check.contains("arrays")) how += ", all arrays";
      rows.push_back({size, how, is_deep(check) ? "deep" : "quick",
                      check.contains("states") ? grouped(check.at("states").get<std::uint64_t>()) : "",
                      check.contains("seconds") ? check.at("seconds").dump() : "", ""});
    }
    auto& cell = rows[place->second].back();
    auto text = check.at("property").get<std::string>() + " " + letter(check);
    if (check.contains("own_steps")) text += " (" + counted(check.at("own_steps"), "own step", "own steps") + ")";
    if (check.contains("reason")) text += " (" + check.at("reason").get<std::string>() + ")";
    cell = joined(cell, ", ", text);
  }
  return table({{"n/k"}, {"setting"}, {"level"}, {"states", true}, {"s", true}, {"verdicts"}}).markdown(rows);
}

// Those of which no search with four processes has found exclusion to hold; `whole`: none without a bound on preemptions.
std::string without_four(const std::vector<const entry*>& algorithms, bool whole) {
  std::string names;
  for (const auto* one : algorithms) {
    const auto& checks = one->at("checked");
    const auto found = [&](const entry& check) {
      return check.at("n").get<int>() >= 4 && check.at("property") == "exclusion" &&
             (letter(check) == "H" || letter(check) == "h") && !(whole && check.contains("preemptions"));
    };
    if (std::none_of(checks.begin(), checks.end(), found))
      names = joined(names, ", ", one->at("name").get<std::string>());
  }
  return names.empty() ? "none" : names;
}

// "3/2, 2 passages each": of the entry with the most processes, and of those the most passages.
std::string largest(const std::vector<entry>& checks) {
  const auto rank = [](const entry& check) {
    const auto& passages = check.at("passages");
    return std::tuple(check.at("n").get<int>(), passages.is_string() ? 1000 : passages.get<int>());
  };
  const auto most =
      std::max_element(checks.begin(), checks.end(), [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
  const auto& passages = most->at("passages");
  return fmt::format("{}/{}, {}", most->at("n").dump(), most->at("k").dump(),
                     passages.is_string()
                         ? "passages without end"
                         : fmt::format("{} passage{} each", passages.dump(), passages == 1 ? "" : "s"));
}

// What the entries of a list say of these properties with abort, or with recover; of each the largest setting.
std::string survival(const entry& one, const char* list, const char* mode, const std::vector<std::string>& wanted) {
  std::string out;
  if (!one.contains(list)) return "not checked";
  for (const auto& property : wanted) {
    std::vector<entry> held, broken;
    for (const auto& check : one.at(list)) {
      if (!optional_field(check, mode, false) || check.at("property") != property) continue;
      if (check.at("verdict") == "VIOLATED") broken.push_back(check);
      else if (holds(check)) held.push_back(check);
    }
    if (!held.empty()) out = joined(out, ", ", fmt::format("{} ({})", property, largest(held)));
    if (!broken.empty()) out = joined(out, ", ", fmt::format("{} **VIOLATED** ({})", property, largest(broken)));
  }
  return out.empty() ? "not checked" : out;
}

std::string withdrawal_markdown(const std::vector<const entry*>& algorithms) {
  const std::vector<std::string> all{"exclusion", "fcfs", "deadlock-freedom", "starvation-freedom"};
  std::vector<table::row> rows;
  for (const auto* one : algorithms)
    for (const auto* mode : {"abort", "recover"}) {
      std::string besides;
      if (one->contains("withdrawal")) besides = optional_field<std::string>(one->at("withdrawal"), mode, "");
      rows.push_back(
          {one->at("name"), mode, survival(*one, "checked", mode, all), survival(*one, "plain", mode, all), besides});
    }
  return table({{"algorithm"},
                {"model"},
                {"ours survives with"},
                {"with the exit protocol alone"},
                {"besides the exit protocol"}})
      .markdown(rows);
}

std::string rmr_markdown(const std::vector<const entry*>& algorithms) {
  std::vector<table::row> rows;
  for (const auto* one : algorithms) {
    for (const auto* model : {"cc", "dsm"}) {
      const auto& claim = one->at("rmr").at(model);
      table::row cells{one->at("name"), model, claim.at("bound")};
      if (!claim.contains("measured")) {
        cells.insert(cells.end(), {"not measured", "", "", ""});
      } else {
        const auto& found = claim.at("measured");
        std::string worst, exact;
        for (const auto& value : found.at("worst")) worst = joined(worst, ", ", value.dump());
        for (const auto& value : found.at("exact"))
          exact = joined(exact, ", ",
                         fmt::format("n={} k={}: {}", value.at("n").dump(), value.at("k").dump(),
                                     value.at("rmrs").is_null() ? "no bound" : value.at("rmrs").dump()));
        cells.insert(cells.end(),
                     {found.at("local_spin").get<bool>() ? "yes" : "no",
                      found.at("growth").is_null() ? "" : found.at("growth").get<std::string>(), worst, exact});
      }
      rows.push_back(cells);
    }
  }
  return table({{"algorithm"}, {"model"}, {"the paper"}, {"local-spin"}, {"growth"}, {"worst found"}, {"exact worst"}})
      .markdown(rows);
}

std::map<std::string, std::size_t> tally(const std::vector<const entry*>& algorithms) {
  std::map<std::string, std::size_t> count;
  for (const auto* one : algorithms)
    for (const auto& row : claim_rows(*one)) ++count[row.agreement];
  return count;
}

constexpr const char* preface = R"(# Claims

Every property, bound and counterexample that the five papers state about the algorithms that we have, and what came of it
when the lab looked. Made from `catalogue/` by `doorway-lab claims --markdown`; a test compares. The verdicts are made again
by `./test` (the quick ones) and `./test --full` (all), or by `doorway-lab claims --check quick`.

- **property**: what the lab was asked, as `doorway-lab list --properties` has it.
- **checked**: n/k are processes and how many may be inside (n/k/l for partial-exclusion), every interleaving; *passages
  without end* where the states are finite, tickets being known by their order if they grow without end
  (`lab/search/ticket_order.hpp`), else so many by each process; crashes anywhere outside the remainder; registers
  as the algorithm declares them unless it says otherwise.
- **verdict**: *HOLDS* is complete for this n and k. *HOLDS up to the bound* counts only beside a mutant that is VIOLATED in
  the same setting, perhaps already by a run with fewer preemptions than it allows, where that is said: the variant of
  `tests/wrong` that is named, or the algorithm itself with a crash too many. "Impatient",
  "early", "forgetful", "stuck", "alone", "narrow" are gross flaws that any algorithm can be given (`tests/wrong/flawed.hpp`).
- **agreement**: *agrees*; *paper wrong* or *printed figure incomplete*, with the reason; *not checked*, with the reason. What a
  paper denies agrees if it is VIOLATED.

)";

}  // namespace

std::string claims_text(const std::vector<const entry*>& algorithms) {
  std::string out;
  for (const auto* one : algorithms) {
    std::vector<table::row> rows;
    for (const auto& row : claim_rows(*one))
      rows.push_back({shortened(row.claim, 60), shortened(joined(row.property, ": ", row.checked), 70), row.verdict,
                      row.agreement, shortened(row.place, 40)});
    out += fmt::format("{}\n", one->at("name").get<std::string>());
    out += table({{"claim"}, {"asked (n/k)"}, {"verdict"}, {"agreement"}, {"place"}}).text(rows) + "\n";
  }
  for (const auto& [agreement, count] : tally(algorithms)) out += fmt::format("{:5} {}\n", count, agreement);
  return out + "doorway-lab claims --json has all of it, docs/claims.md too.\n";
}

std::string claims_markdown(const std::vector<const entry*>& algorithms) {
  std::string out = preface;
  std::vector<table::row> counted;
  for (const auto& [agreement, count] : tally(algorithms)) counted.push_back({agreement, std::to_string(count)});
  out += table({{"agreement"}, {"rows", true}}).markdown(counted);
  for (const auto* one : algorithms)
    out += fmt::format("\n## {}\n\n{} ({}).\n\n{}", one->at("name").get<std::string>(),
                       one->at("title").get<std::string>(), one->at("figure").get<std::string>(), rows_markdown(*one));
  out +=
      "\n## Giving up and dying\n\n"
      "`check --abort`: a process that waits may give up at any await. `check --recover`: a crashed process is "
      "recovered by "
      "somebody else, its\nprivate state lost, and may come back; somebody does recover it sooner or later. Of each "
      "property the largest setting\n(n/k) in which it was found to hold, with our abort and "
      "recover and "
      "with the exit protocol alone in their place. A process that gives up for\never may keep others waiting "
      "(Taubenfeld "
      "2013, "
      "Section 5); with bounded passages nobody can.\n\n" +
      withdrawal_markdown(algorithms);
  out +=
      "\n## Remote memory references\n\n"
      "The worst passage found by random, round-robin and greedy schedules for n = 2, 4, 8, 16 (where a logarithm is "
      "claimed,\n4, 8, 16, 32, 64), whether waiting costs RMRs, and the worst of all schedules for small n. "
      "`doorway-lab rmr` measures more.\n\n" +
      rmr_markdown(algorithms);
  out +=
      "\n## The bounds\n\n"
      "Every search behind the tables above. H: holds, complete. h: holds up to the bound, and a mutant is refuted "
      "within it. "
      "-: holds up\nto the bound, but no mutant is refuted within it, so it does not count. V: violated. ?: "
      "inconclusive. A deep "
      "one is not made again by\n`./test`, only by `./test --full`. Where nothing is listed, nothing was checked.\n\n"
      "With four processes, exclusion was found to hold of all but: " +
      without_four(algorithms, false) +
      ". Without a bound on preemptions, of all but: " + without_four(algorithms, true) + ".\n";
  for (const auto* one : algorithms) {
    out += fmt::format("\n### {}\n\n{}", one->at("name").get<std::string>(), bounds_markdown(*one, "checked"));
    if (const auto wrong = bounds_markdown(*one, "wrong"); !wrong.empty())
      out += "\nVariants of `tests/wrong`:\n\n" + wrong;
  }
  return out;
}

entry claims_json(const std::vector<const entry*>& algorithms) {
  auto all = entry::array();
  for (const auto* one : algorithms)
    for (const auto& row : claim_rows(*one))
      all.push_back({{"algorithm", row.algorithm},
                     {"paper", row.paper},
                     {"place", row.place},
                     {"claim", row.claim},
                     {"property", row.property},
                     {"checked", row.checked},
                     {"verdict", row.verdict},
                     {"mutants", row.mutants},
                     {"agreement", row.agreement},
                     {"why", row.why},
                     {"command", row.command}});
  return all;
}

}  // namespace doorway::lab
