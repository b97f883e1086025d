#include "serve/answering.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <cstdio>
#include <iostream>
#include <thread>

#include "command_text.hpp"
#include "lab/catalogue/setting_json.hpp"
#include "lab/catalogue/trace_json.hpp"
#include "serve/programs.hpp"
#include "serve/spelling.hpp"

namespace doorway::lab::serving {
namespace {

constexpr double most_seconds = 24 * 3600.0;
constexpr std::uint64_t least_memory = std::uint64_t{1} << 20U, most_memory = std::uint64_t{1} << 37U;

question question_of(const entry& asked, setting& of) {
  question what;
  if (const auto& names = asked.at("properties"); !names.empty()) {
    what.claims.clear();
    for (const auto& one : names) {
      const auto known = find_claim(one.get<std::string>());
      if (!known) throw refused(fmt::format("there is no property {}; there are {}", one.dump(), claim_names()));
      what.claims.push_back(*known);
    }
  }
  what.limits.seconds = asked.value("seconds", 300.0);
  what.limits.memory = asked.value("memory", std::uint64_t{4} << 30U);
  if (!(what.limits.seconds > 0 && what.limits.seconds <= most_seconds))
    throw refused("seconds: give more than 0, and at most a day");
  if (what.limits.memory < least_memory || what.limits.memory > most_memory)
    throw refused("memory: give 1 MiB to 128 GiB, in bytes");
  // As check has it: who does not ask for it may let a register grow beyond its domain.
  of.domains = std::find(what.claims.begin(), what.claims.end(), claim::declarations) != what.claims.end();
  return what;
}

entry finding_json(const program& code, const finding& f) {
  entry one{{"property", name(f.what)}, {"verdict", name(f.is)}};
  if (!f.bound.empty()) one["bound"] = f.bound;
  if (!f.reason.empty()) one["reason"] = f.reason;
  if (f.steps) one["own_steps"] = *f.steps;
  if (!f.counterexample) return one;
  const trace& how = *f.counterexample;
  one["ends"] = how.last_line;
  one["drawn"] = drawn(how);
  if (how.steps.size() <= most_steps) one["run"] = spelt(moves_of(code, how));
  one["steps"] = how.steps.size();
  if (how.loop < how.steps.size()) one["loop"] = how.loop;
  if (how.critical) {
    one["critical"] = *how.critical;
    one["critical_because"] = how.critical_line;
  }
  return one;
}

void say(const entry& line) {
  fmt::print("{}\n", line.dump());
  std::fflush(stdout);
}

}  // namespace

entry question_json(const programs& all, const entry& asked) try {
  setting of = all.setting_of(asked.at("setting"));
  entry whole = asked;
  static_cast<void>(question_of(asked, of));
  static_cast<void>(all.made(of));
  whole["setting"] = setting_json(of);
  return whole;
} catch (const nlohmann::json::exception& error) {
  throw refused(fmt::format("not a question: {}", error.what()));
}

std::string command_for(const programs& all, const entry& asked) {
  const setting of = setting_from(asked.at("setting"));
  return checking_command(all.called(), of, all.about(of.algorithm), all.is_other(of.algorithm),
                          asked.at("properties").get<std::vector<std::string>>());
}

entry report_json(const program& code, const report& found) {
  const auto& m = found.measured;
  entry all{{"states", m.explored.states}, {"edges", m.explored.edges}, {"depth", m.explored.depth},
            {"seconds", m.seconds},        {"bytes", m.explored.bytes}, {"findings", entry::array()}};
  for (const auto& f : found.findings) all["findings"].push_back(finding_json(code, f));
  return all;
}

void answer(const programs& all) {
  std::string line;
  std::getline(std::cin, line);
  // When the server is gone, this is nobody's work any more.
  std::thread([] {
    char byte = 0;
    while (::read(STDIN_FILENO, &byte, 1) > 0) {}
    _exit(1);
  }).detach();
  const entry asked = question_json(all, parse_foreign(line));
  setting of = all.setting_of(asked.at("setting"));
  question what = question_of(asked, of);
  what.limits.report = [](const progress& at) {
    say({{"progress",
          {{"depth", at.depth},
           {"states", at.states},
           {"frontier", at.frontier},
           {"bytes", at.bytes},
           {"seconds", at.seconds}}}});
  };
  const auto code = all.made(of);
  say({{"report", report_json(*code, check(*code, what))}});
}

}  // namespace doorway::lab::serving
