#include "results.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "statistics.hpp"

namespace doorway::bench {

namespace {

const std::map<kind, std::string> kinds{{kind::ours, "ours"}, {kind::fair, "fair"}, {kind::barging, "barging"}};

template <class Range, class Is>
auto found(const Range& in, Is is) {
  const auto at = std::find_if(in.begin(), in.end(), is);
  return at == in.end() ? nullptr : &*at;
}

}  // namespace

const row* table::find(const std::string& lock) const {
  return found(rows, [&](const row& r) { return r.lock == lock; });
}
const table* results::find(const cell& at) const {
  return found(tables, [&](const table& t) { return t.at == at; });
}

double middle(const row* of, const std::string& metric) {
  if (of == nullptr || !of->rounds.contains(metric)) return nothing;
  return median(of->rounds.at(metric));
}

double ratio(const row* of, const row* to, const std::string& metric) {
  if (of == nullptr || to == nullptr || !of->rounds.contains(metric) || !to->rounds.contains(metric)) return nothing;
  const auto& above = of->rounds.at(metric);
  const auto& below = to->rounds.at(metric);
  std::vector<double> each;
  for (std::size_t i = 0; i < std::min(above.size(), below.size()); ++i)
    if (below[i] > 0) each.push_back(above[i] / below[i]);
  return median(each);
}

nlohmann::json to_json(const results& what) {
  nlohmann::json tables = nlohmann::json::array();
  for (const auto& one : what.tables) {
    nlohmann::json rows = nlohmann::json::array();
    for (const auto& each : one.rows)
      rows.push_back({{"lock", each.lock}, {"kind", kinds.at(each.what)}, {"rounds", each.rounds}});
    tables.push_back({{"workload", one.at.workload},
                      {"between", one.at.where},
                      {"workers", one.at.workers},
                      {"k", one.at.k},
                      {"section_ns", one.at.section_ns},
                      {"timeout_us", one.at.timeout_us},
                      {"rows", rows}});
  }
  return {{"machine",
           {{"processor", what.on.processor},
            {"processors", what.on.processors},
            {"system", what.on.system},
            {"compiler", what.on.compiler},
            {"date", what.on.date},
            {"load", what.on.load},
            {"longest_pause_ms", what.on.longest_pause_ms},
            {"busy", what.on.busy()}}},
          {"mode", what.mode},
          {"rounds", what.rounds},
          {"seconds", what.seconds},
          {"work_ns_per_turn", what.work_ns_per_turn},
          {"clock_ns", what.clock_ns},
          {"missing", what.missing},
          {"tables", tables}};
}

results from_json(const nlohmann::json& file) {
  results made;
  const auto& on = file.at("machine");
  made.on = {.processor = on.at("processor"),
             .system = on.at("system"),
             .compiler = on.at("compiler"),
             .date = on.at("date"),
             .processors = on.at("processors"),
             .load = on.at("load"),
             .longest_pause_ms = on.value("longest_pause_ms", 0.0)};  // 0: a file from before it was measured
  made.mode = file.at("mode");
  made.rounds = file.at("rounds");
  made.seconds = file.at("seconds");
  made.work_ns_per_turn = file.at("work_ns_per_turn");
  made.clock_ns = file.at("clock_ns");
  file.at("missing").get_to(made.missing);
  for (const auto& one : file.at("tables")) {
    table next;
    next.at = {.workload = one.at("workload"),
               .where = one.at("between"),
               .workers = one.at("workers"),
               .k = one.at("k"),
               .section_ns = one.at("section_ns"),
               .timeout_us = one.at("timeout_us")};
    for (const auto& each : one.at("rows")) {
      row line{.lock = each.at("lock"), .rounds = {}};
      for (const auto& [what, name] : kinds)
        if (name == each.at("kind")) line.what = what;
      for (const auto& [metric, values] : each.at("rounds").items())
        for (const auto& value : values) line.rounds[metric].push_back(value.is_null() ? nothing : value.get<double>());
      next.rows.push_back(std::move(line));
    }
    made.tables.push_back(std::move(next));
  }
  return made;
}

}  // namespace doorway::bench
