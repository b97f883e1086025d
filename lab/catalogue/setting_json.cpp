#include "lab/catalogue/setting_json.hpp"

#include <algorithm>
#include <stdexcept>

namespace doorway::lab {
namespace {

constexpr const char* unbounded_passages = "unbounded";

// As check and walk take them.
constexpr std::int64_t most_n = 64, most_sessions = 1024, most_passages = 1000, most_buffer = 64;
constexpr std::int64_t most_preemptions = 1'000'000, most_cap = std::int64_t{1} << 40U;

std::int64_t number_in(const entry& all, const char* key, std::int64_t least, std::int64_t most) {
  const auto& found = all.at(key);
  const bool whole = found.is_number_integer();
  const auto value = whole ? found.get<std::int64_t>() : 0;
  if (!whole || value < least || value > most)
    throw std::runtime_error(std::string(key) + " = " + found.dump() + "; it is " + std::to_string(least) + " to " +
                             std::to_string(most));
  return value;
}
template <class Value = std::uint32_t>
Value number_or_none(const entry& all, const char* key, std::int64_t least, std::int64_t most) {
  return static_cast<Value>(all.contains(key) ? number_in(all, key, least, most) : 0);
}

}  // namespace

entry setting_json(const setting& of) {
  entry all = entry::object();
  if (!of.algorithm.empty()) all["algorithm"] = of.algorithm;
  all["n"] = of.size.n;
  all["k"] = of.size.k;
  if (of.size.l != 0) all["l"] = of.size.l;
  if (of.size.sessions != 0) all["sessions"] = of.size.sessions;
  if (of.passages == 0) all["passages"] = unbounded_passages;
  else all["passages"] = of.passages;
  all["crashes"] = of.crashes;
  all["registers"] = name(of.registers);
  if (of.abort) all["abort"] = true;
  if (of.recover) all["recover"] = true;
  if (of.any_order) all["any_order"] = true;
  if (!of.domains) all["domains"] = false;
  if (of.buffer != 0) {
    all["memory_order"] = "tso";
    all["store_buffer"] = of.buffer;
  }
  if (of.preemptions) all["preemptions"] = *of.preemptions;
  if (of.cap != 0) all["cap"] = of.cap;
  return all;
}

setting setting_from(const entry& all) {
  setting of;
  of.algorithm = optional_field<std::string>(all, "algorithm", "");
  const auto n = number_in(all, "n", 1, most_n);
  of.size = {.n = static_cast<process_id>(n),
             .k = static_cast<process_id>(number_in(all, "k", 1, n)),
             .l = number_or_none<process_id>(all, "l", 0, n),
             .sessions = number_or_none<word>(all, "sessions", 0, most_sessions)};
  of.passages = all.at("passages") == unbounded_passages
                    ? 0
                    : static_cast<std::uint32_t>(number_in(all, "passages", 1, most_passages));
  of.crashes = static_cast<std::uint32_t>(number_in(all, "crashes", 0, n));
  const auto registers = optional_field<std::string>(all, "registers", "declared");
  const auto* model = std::find(register_models.begin(), register_models.end(), registers);
  if (model == register_models.end()) throw std::runtime_error("registers = " + registers);
  of.registers = static_cast<register_model>(model - register_models.begin());
  of.abort = optional_field(all, "abort", false);
  of.recover = optional_field(all, "recover", false);
  of.any_order = optional_field(all, "any_order", false);
  of.domains = optional_field(all, "domains", true);
  if (all.contains("store_buffer")) of.buffer = number_or_none(all, "store_buffer", 0, most_buffer);
  else if (optional_field<std::string>(all, "memory_order", "sc") == "tso") of.buffer = usual_buffer;
  if (all.contains("preemptions")) of.preemptions = number_or_none(all, "preemptions", 0, most_preemptions);
  of.cap = number_or_none<word>(all, "cap", 0, most_cap);
  return of;
}

}  // namespace doorway::lab
