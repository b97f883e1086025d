#include "claims_rows.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "command_text.hpp"
#include "lab/catalogue/checks.hpp"
#include "lab/catalogue/formula.hpp"
#include "properties.hpp"

namespace doorway::lab {

namespace {

constexpr const char* agrees = "agrees";
constexpr const char* not_checked = "not checked";

// Is this entry about the claim? `crashes`: with how many it was made, as a formula of k.
bool is_about(const entry& check, const std::string& claimed, const entry& claim, const entry& algorithm) {
  const auto names = answering(claimed);
  if (std::find(names.begin(), names.end(), check.at("property").get<std::string>()) == names.end()) return false;
  if (optional_field(check, "abort", false) != (claimed == "abort") || check.contains("recover") ||
      check.contains("arrays"))
    return false;
  // Registers that the paper does not promise anything for have rows of their own.
  if (check.at("registers") == "safe" && algorithm.at("registers").at("class") == "atomic") return false;
  const auto crashes = check.at("crashes").get<std::int64_t>();
  if (claimed == "crash_tolerance") return crashes > 0;
  if (!claim.contains("crashes")) return claim.at("claim") != "denied" || crashes == 0;
  return crashes <= formula::value(claim.at("crashes").get<std::string>(), {{"k", check.at("k").get<std::int64_t>()}});
}

bool counts(const entry& check) {
  const auto verdict = check.at("verdict").get<std::string>();
  return verdict == "HOLDS" || verdict == "VIOLATED" || check.contains("mutant");
}

// "exclusion, fcfs": each once.
void add_once(std::string& list, const std::string& name) {
  if ((", " + list + ", ").find(", " + name + ", ") == std::string::npos) list += (list.empty() ? "" : ", ") + name;
}

std::string properties_of(const std::vector<entry>& checks) {
  std::string out;
  for (const auto& check : checks) add_once(out, check.at("property"));
  return out;
}

std::string mutants_of(const std::vector<entry>& checks) {
  std::string out;
  for (const auto& check : checks) {
    if (!check.contains("mutant")) continue;
    auto name = check.at("mutant").get<std::string>();
    if (check.contains("mutant_crashes")) name += " with " + counted(check.at("mutant_crashes"), "crash", "crashes");
    if (check.contains("mutant_preemptions"))
      name += " within " + counted(check.at("mutant_preemptions"), "preemption", "preemptions");
    add_once(out, name);
  }
  return out;
}

std::string asks_again(const std::string& algorithm, const entry& check) {
  setting of = setting_from(check);
  const auto variant = optional_field<std::string>(check, "of", "");
  of.algorithm = variant.empty() ? algorithm : variant;
  return checking_command("doorway-lab", of, find_entry(algorithm), !variant.empty(), {check.at("property")});
}

// Of the entries that are about a claim: one row for each verdict, the most telling first.
void add_rows(std::vector<claim_row>& out, claim_row row, const std::vector<entry>& about, bool wants_holds,
              const entry& claim) {
  row.why = optional_field<std::string>(claim, "why", "");
  const auto said = optional_field<std::string>(claim, "agreement", "");
  if (about.empty()) {
    row.agreement = said.empty() ? not_checked : said;
    if (row.why.empty()) row.why = "no search of it fits, or the lab has no such property";
    out.push_back(row);
    return;
  }
  for (const auto* verdict : {"VIOLATED", "HOLDS", "HOLDS up to the bound", "INCONCLUSIVE"})
    for (const bool counting : {true, false}) {
      std::vector<entry> same;
      for (const auto& check : about)
        if (check.at("verdict") == verdict && counts(check) == counting) same.push_back(check);
      if (same.empty()) continue;
      row.property = properties_of(same);
      row.checked = settings_text(same);
      row.verdict = verdict;
      row.mutants = mutants_of(same);
      row.command = asks_again(row.algorithm, same.back());
      const bool violated = row.verdict == "VIOLATED";
      row.why = optional_field<std::string>(claim, "why", "");
      if (!counting) {
        row.agreement = not_checked;
        row.why = row.verdict == "INCONCLUSIVE" ? optional_field<std::string>(same.front(), "reason", "")
                                                : "no mutant is refuted in this setting, so it does not count";
      } else {
        row.agreement = violated != wants_holds ? agrees : said.empty() ? "DISAGREES" : said;
        if (row.agreement == agrees) row.why = optional_field<std::string>(claim, "note", "");
      }
      out.push_back(row);
    }
}

// Does the entry have all the fields of the filter?
bool fits(const entry& check, const entry& filter) {
  for (const auto& [key, value] : filter.items()) {
    if (key == "expect" || key == "own_steps_at_most") continue;
    if (!check.contains(key) || check.at(key) != value) return false;
  }
  for (const auto* key : {"abort", "recover", "arrays"})
    if (check.contains(key) && !filter.contains(key)) return false;
  return true;
}

formula::variables variables(const entry& check) {
  return {{"n", check.at("n")}, {"k", check.at("k")}, {"l", optional_field<std::int64_t>(check, "l", 0)}};
}

// A bound on own steps that the paper gives, against the bound that was found.
void add_step_rows(std::vector<claim_row>& out, claim_row row, const std::vector<entry>& about, const entry& stated) {
  const auto bound = stated.at("by").at("own_steps_at_most").get<std::string>();
  bool within = true;
  std::vector<entry> measured;
  for (const auto& check : about) {
    if (!check.contains("own_steps")) continue;
    const auto most = formula::value(bound, variables(check));
    const auto found = check.at("own_steps").get<std::int64_t>() + 1;  // the lab's first step leaves the remainder
    row.verdict += fmt::format("{}n={} k={}: {} of {}", measured.empty() ? "" : ", ", check.at("n").dump(),
                               check.at("k").dump(), found, most);
    within = within && found <= most;
    measured.push_back(check);
  }
  row.property = properties_of(measured);
  row.checked = settings_text(measured);
  if (!measured.empty()) row.command = asks_again(row.algorithm, measured.back());
  const auto said = optional_field<std::string>(stated, "agreement", "");
  row.why = optional_field<std::string>(stated, "why", "");
  row.agreement = measured.empty() ? not_checked : within ? agrees : said.empty() ? "DISAGREES" : said;
  if (measured.empty()) row.why = "no search of it fits";
  out.push_back(row);
}

void add_stated(std::vector<claim_row>& out, claim_row row, const entry& one, const entry& stated) {
  row.place = stated.at("place");
  row.claim = stated.at("says");
  if (!stated.contains("by")) {
    row.agreement = optional_field<std::string>(stated, "agreement", not_checked);
    row.why = stated.at("why");
    out.push_back(row);
    return;
  }
  const auto& by = stated.at("by");
  if (by.contains("registers") && by.at("registers").is_boolean()) {
    row.checked = "what the code declares, n = 1 .. 9";
    row.verdict = fmt::format("{} registers, {} bits", one.at("registers").at("count").get<std::string>(),
                              one.at("registers").at("bits").get<std::string>());
    row.agreement = agrees;
    out.push_back(row);
    return;
  }
  if (by.contains("rmr")) {
    row.checked = "the schedule itself, n = 2 .. 32 (tests/rmr)";
    row.verdict = "blocked N(N-1)/2 times";
    row.agreement = agrees;
    out.push_back(row);
    return;
  }
  if (by.contains("directed")) {  // too deep for a search: a schedule, played on the real code
    row.property = by.at("property");
    row.checked = fmt::format("{}, {}/{}: a directed schedule ({})", by.at("of").get<std::string>(), by.at("n").dump(),
                              by.at("k").dump(), by.at("directed").get<std::string>());
    row.verdict = name(verdict::violated);
    row.agreement =
        by.at("expect") == "VIOLATED" ? agrees : optional_field<std::string>(stated, "agreement", "DISAGREES");
    row.why = optional_field<std::string>(stated, "why", "");
    out.push_back(row);
    return;
  }
  const char* list = by.contains("of") ? "wrong" : "checked";
  std::vector<entry> about;
  if (one.contains(list))
    for (const auto& check : one.at(list))
      if (fits(check, by)) about.push_back(check);
  if (by.contains("of")) row.mutants = by.at("of");
  if (by.contains("own_steps_at_most")) return add_step_rows(out, row, about, stated);
  const auto before = out.size();
  auto expected = stated;
  if (by.contains("of") && by.at("expect") == "HOLDS" && stated.contains("why") && !stated.contains("agreement"))
    expected["agreement"] = "paper wrong";
  add_rows(out, row, about, by.at("expect") == "HOLDS", expected);
  if (by.contains("of"))
    for (auto i = before; i < out.size(); ++i) {
      out[i].mutants.clear();
      if (out[i].agreement == not_checked && !about.empty() && holds(about.front())) {  // a variant needs no mutant
        out[i].agreement = agrees;
        out[i].why = "of the variant " + by.at("of").get<std::string>();
      } else if (!about.empty()) {
        out[i].checked = by.at("of").get<std::string>() + ": " + out[i].checked;
      } else {
        out[i].why = "not found yet within the lab's limits; tests/wrong has the variant and its run" +
                     (out[i].why.empty() ? std::string() : ". " + out[i].why);
      }
    }
}

// As rmr::spelt has them, the slowest first.
bool grows_at_most(const std::string& found, const std::string& bound) {
  for (const auto* shape : {"constant", "log n", "linear", "quadratic"}) {
    if (found == shape) return true;
    if (bound == shape) return false;
  }
  return false;
}

void add_rmr(std::vector<claim_row>& out, claim_row row, const entry& one, const char* model) {
  const auto& claim = one.at("rmr").at(model);
  const auto bound = claim.at("bound").get<std::string>();
  if (bound == "none claimed") return;
  const auto says = [&](const char* part) { return bound.find(part) != std::string::npos; };
  row.place = claim.at("place");
  row.claim = fmt::format("RMRs in the {} model: {}", model == std::string("cc") ? "CC" : "DSM", bound);
  row.why = optional_field<std::string>(claim, "why", "");
  if (!claim.contains("measured")) {
    row.agreement = not_checked;
    if (row.why.empty()) row.why = "not measured yet";
    out.push_back(row);
    return;
  }
  const auto& found = claim.at("measured");
  const bool local = found.at("local_spin");
  row.checked = found.at("settings");
  row.command = fmt::format("doorway-lab rmr {} --model {}", row.algorithm, model);
  row.verdict = local ? fmt::format("local-spin; worst found grows {}", found.at("growth").get<std::string>())
                      : "waiting costs RMRs without end";
  bool right = local;
  if (bound == "unbounded" || says("N^2")) right = !local;
  else if (local) right = grows_at_most(found.at("growth"), says("log") ? "log n" : "linear");
  if (found.contains("two_active")) {  // O(min(c, ...)): c = 2 whatever n is
    const auto& two = found.at("two_active");
    row.verdict += fmt::format("; with two about it is {}", two.at("growth").get<std::string>());
    right = right && grows_at_most(two.at("growth"), "constant");
  }
  row.agreement = right ? agrees : optional_field<std::string>(claim, "agreement", "DISAGREES");
  out.push_back(row);
}

}  // namespace

std::string settings_text(const std::vector<entry>& checks) {
  std::vector<std::pair<std::string, std::string>> groups;  // circumstances, sizes
  for (const auto& check : checks) {
    auto size = fmt::format("{}/{}", check.at("n").dump(), check.at("k").dump());
    if (check.contains("l")) size += "/" + check.at("l").dump();
    const auto how = in_words(setting_from(check));
    auto place = std::find_if(groups.begin(), groups.end(), [&](const auto& g) { return g.first == how; });
    if (place == groups.end()) place = groups.insert(groups.end(), {how, ""});
    add_once(place->second, size);
  }
  std::string out;
  for (const auto& [how, where] : groups) out += (out.empty() ? "" : "; ") + where + ": " + how;
  return out;
}

std::vector<claim_row> claim_rows(const entry& algorithm) {
  std::vector<claim_row> out;
  claim_row row;
  row.algorithm = algorithm.at("name");
  const auto source_text = source(algorithm);
  row.paper = source_text.substr(0, source_text.find(','));
  for (const auto& [key, words, means, implied_by] : paper_claims()) {
    const auto& claimed = algorithm.at("claimed");
    if (!claimed.contains(key)) continue;
    const auto& claim = claimed.at(key);
    const bool denied = claim.at("claim") == "denied";
    auto one = row;
    one.place = claim.at("place");
    one.claim = denied ? fmt::format("not {}", words) : words;
    if (claim.contains("crashes") && claim.at("crashes") != "0")
      one.claim += fmt::format(", with up to {} crashes", claim.at("crashes").get<std::string>());
    std::vector<entry> about;
    if (!(key == std::string("bounded_registers") && denied))
      for (const auto& check : algorithm.at("checked"))
        if (is_about(check, key, claim, algorithm)) about.push_back(check);
    if (key == std::string("resets") && denied)
      for (const auto& check : algorithm.at("checked"))
        if (check.at("property") == "resets" && check.contains("arrays")) about.push_back(check);
    auto said = claim;
    if (about.empty() && key == std::string("bounded_registers") && denied && !said.contains("why"))
      said["why"] = "searches have bounds; the code declares the register unbounded";
    add_rows(out, one, about, !denied, said);
  }
  for (const auto* model : {"cc", "dsm"}) add_rmr(out, row, algorithm, model);
  if (algorithm.contains("stated"))
    for (const auto& stated : algorithm.at("stated")) add_stated(out, row, algorithm, stated);
  return out;
}

}  // namespace doorway::lab
