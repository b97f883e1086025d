#include "rmr_report.hpp"

#include <fmt/core.h>

#include "run_report.hpp"
#include "size_options.hpp"
#include "table.hpp"

namespace doorway::lab {

using namespace rmr;

namespace {

constexpr const char* red = "\033[31m";
constexpr const char* green = "\033[32m";
constexpr const char* plain = "\033[0m";

std::string figures_text(const study& found) {
  std::vector<column> columns{{"n", true}};
  for (const auto& one : found.lines) {
    columns.push_back({one.schedule + ": mean", true});
    columns.push_back({"worst", true});
  }
  columns.push_back({"passages", true});
  std::vector<table::row> rows;
  for (std::size_t i = 0; i < found.lines.front().by_n.size(); ++i) {
    table::row cells{std::to_string(found.lines.front().by_n[i].n)};
    std::uint64_t passages = 0;
    for (const auto& one : found.lines) {
      cells.push_back(one.by_n[i].passages == 0 ? "-" : fmt::format("{:.1f}", one.by_n[i].mean));
      cells.push_back(grouped(one.by_n[i].worst));
      passages += one.by_n[i].passages;
    }
    cells.push_back(grouped(passages));
    rows.push_back(cells);
  }
  return table(columns).text(rows);
}

std::string growth_text(const study& found) {
  const auto words = [](const growth& it) {
    return fmt::format("{}, {} (R^2 {:.3f})", to_string(it.what), formula(it), it.r_squared);
  };
  std::vector<table::row> rows;
  for (const auto& one : found.lines)
    if (one.mean)
      rows.push_back({"  " + one.schedule, words(*one.mean), one.worst ? words(*one.worst) : "no bound: see waiting"});
  if (rows.empty()) return {};
  return "growth, an estimate by least squares\n" + table({{"  schedule"}, {"mean"}, {"worst"}}).text(rows);
}

std::string waiting_text(const waiting& seen, bool colours) {
  const auto in = [&](const char* colour, const char* text) {
    return colours ? fmt::format("{}{}{}", colour, text, plain) : std::string(text);
  };
  if (!seen.met) return "waiting: nobody ever had to wait\n";
  std::string out = "waiting: " + (seen.local_spin() ? in(green, "local-spin") : in(red, "NOT local-spin")) + "\n";
  if (seen.per_evaluation > 0)
    out +=
        fmt::format("  while nobody moves, every evaluation of its await costs process {} of {} as much as {} RMR{}\n",
                    seen.still_waiter, seen.still_n, seen.per_evaluation, seen.per_evaluation == 1 ? "" : "s");
  else out += "  while nobody moves, a waiting process pays nothing\n";
  if (seen.without_end)
    out += fmt::format(
        "  while others move it pays without end: process {} of {} paid {} RMRs in {} passages of the others\n",
        seen.moving_waiter, seen.moving_n, grouped(seen.paid), seen.others_passages);
  else if (seen.per_evaluation == 0)
    out += fmt::format(
        "  while others move, no schedule was found that makes it pay without end (at most {}, with n = {})\n",
        seen.paid, seen.moving_n);
  return out;
}

std::string exact_text(const entry& one, const study& found) {
  std::string out;
  for (const auto& row : found.exact) {
    out +=
        fmt::format("  {}, {} passage{} each: ", to_string(row.size, one), row.passages, row.passages == 1 ? "" : "s");
    if (!row.found.complete) out += "too many states to search\n";
    else if (row.found.without_end) out += fmt::format("no bound, process {} can pay without end\n", row.found.payer);
    else
      out += fmt::format("{} RMRs, exactly (process {}, passage {}; {} states)\n", row.found.rmrs, row.found.payer,
                         row.found.passage + 1, grouped(row.found.states));
  }
  return out.empty() ? out : "the worst passage of all schedules\n" + out;
}

std::string paper_text(const line& one) {
  std::vector<table::row> rows;
  for (const auto& at : one.by_n)
    rows.push_back(
        {std::to_string(at.n), grouped(at.blocked), grouped(std::uint64_t{at.n} * (at.n - 1) / 2), grouped(at.worst)});
  return "the paper's schedule (He, Gopalakrishnan, Gafni, section 4): the one passage of process N\n" +
         table({{"n", true}, {"blocked", true}, {"N(N-1)/2", true}, {"RMRs", true}}).text(rows);
}

entry growth_json(const std::optional<growth>& it) {
  if (!it) return nullptr;
  return {{"shape", to_string(it->what)}, {"formula", formula(*it)}, {"r_squared", it->r_squared}};
}

entry waiting_json(const waiting& seen) {
  return {{"met", seen.met},
          {"local_spin", seen.met ? entry(seen.local_spin()) : entry(nullptr)},
          {"rmrs_per_evaluation_while_nobody_moves", seen.per_evaluation},
          {"pays_without_end_while_others_move", seen.without_end},
          {"most_paid", seen.paid}};
}

}  // namespace

const char* claimed_for(const cost_model& model) { return model.by_home ? "dsm" : "cc"; }

std::string rmr_title(const entry& one, const inquiry& what) {
  const auto size = what.size(what.sizes.back());
  std::string out = what.name;
  if (takes(one, "k")) out += fmt::format(" k={}", size.k);
  if (takes(one, "l")) out += fmt::format(" l={}", size.l);
  if (takes(one, "s")) out += fmt::format(" s={}", size.sessions);
  if (what.active != 0) out += fmt::format(", {} active", what.active);
  return out + fmt::format(", {}: RMRs per passage", what.model.name);
}

std::string rmr_text(const entry& one, const inquiry& what, const study& found, bool colours) {
  std::string out = rmr_title(one, what) + "\n";
  if (one.contains("rmr")) {
    const auto& claim = one.at("rmr").at(claimed_for(what.model));
    out += fmt::format("the paper: {}", claim.at("bound").get<std::string>());
    if (const auto place = claim.at("place").get<std::string>(); !place.empty()) out += fmt::format(" ({})", place);
    out += "\n";
  }
  out += "\n" + figures_text(found) + "\"worst\" is the largest found, not a bound.\n\n";
  if (const auto text = growth_text(found); !text.empty()) out += text + "\n";
  for (const auto& one_line : found.lines)
    if (one_line.schedule == paper_schedule) out += paper_text(one_line) + "\n";
  out += waiting_text(found.waits, colours);
  if (const auto text = exact_text(one, found); !text.empty()) out += "\n" + text;
  return out;
}

entry rmr_json(const entry& one, const inquiry& what, const study& found) {
  entry out{{"name", what.name}, {"model", what.model.name}, {"seed", what.seed}};
  if (one.contains("rmr")) out["claimed"] = one.at("rmr").at(claimed_for(what.model));
  out["schedules"] = entry::array();
  out["waiting"] = waiting_json(found.waits);
  out["exact"] = entry::array();
  for (const auto& each : found.lines) {
    auto rows = entry::array();
    for (const auto& at : each.by_n) {
      entry row{{"n", at.n},       {"passages", at.passages}, {"steps", at.steps},
                {"mean", at.mean}, {"worst", at.worst},       {"worst_of", at.worst_of}};
      if (each.schedule == paper_schedule) row["blocked"] = at.blocked;
      rows.push_back(row);
    }
    out["schedules"].push_back({{"schedule", each.schedule},
                                {"figures", rows},
                                {"growth_of_mean", growth_json(each.mean)},
                                {"growth_of_worst", growth_json(each.worst)}});
  }
  for (const auto& row : found.exact) {
    entry each{{"n", row.size.n}, {"k", row.size.k}, {"passages", row.passages}, {"complete", row.found.complete}};
    if (row.found.complete) {
      each["bounded"] = !row.found.without_end;
      if (!row.found.without_end) each["worst"] = row.found.rmrs;
      each["states"] = row.found.states;
    }
    out["exact"].push_back(each);
  }
  return out;
}

}  // namespace doorway::lab
