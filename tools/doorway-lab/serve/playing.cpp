#include "serve/playing.hpp"

#include <algorithm>

#include "lab/machine/source_text.hpp"
#include "lab/properties/property.hpp"
#include "serve/moves.hpp"
#include "serve/programs.hpp"
#include "serve/spelling.hpp"

namespace doorway::lab::serving {
namespace {

constexpr const char* stages[]{"remainder", "doorway", "waiting", "awaiting", "critical", "exit", "abort", "recover"};
const char* name_of(stage at) { return stages[static_cast<std::size_t>(at)]; }

// Whether its paper claims the property that is broken, or everybody does.
bool is_promised(const std::string& broken, const entry* about) {
  if (broken == "exclusion" || broken == "declarations") return true;
  if (about == nullptr) return false;
  for (const lab::property* one : all_properties())
    if (one->name == broken)
      return std::any_of(one->claimed.begin(), one->claimed.end(),
                         [&](const paper_claim& claim) { return claims(*about, claim.key); });
  return false;
}

}  // namespace

playing::playing(const programs& all, const program& code)
    : all_(all),
      code_(code),
      on_(code),
      watcher_(on_),
      last_write_(code.shared().registers().size(), -1),
      last_store_(code.size().n, last_write_),
      shown_(code.shared().registers().size()) {
  if (const auto own = all.text(code.how().algorithm); !own.name.empty()) files_.push_back(own.name);
}

std::string playing::take(const world::move& how) {
  if (how.crash && how.p < on_.n() && !crashes_left(on_)) return "no more processes may be crashed at the same time";
  const entry site = how.p < on_.n() && !how.drain ? site_json(how.p) : entry(nullptr);
  trace_step step;
  if (auto why = on_.take(how, step); !why.empty()) return why;
  const int from = source_of(step);
  watcher_.see(step);
  run_.push_back(how);
  last_step_ = {{"p", step.p},
                {"step", serving::spelt(how)},
                {"text", to_string(step)},
                {"before", name_of(step.before)},
                {"after", name_of(step.after)}};
  if (step.crash) last_step_["crash"] = true;
  if (!step.name.empty() && !step.crash) last_step_["register"] = step.name;
  if (step.flickered) last_step_["flickered"] = true;
  if (from >= 0) last_step_["from"] = from;
  if (!site.is_null()) last_step_["site"] = site;
  told_.push_back(std::move(step));
  return "";
}

// The step whose write a read has seen, or a drain has brought to memory; and notes what this one writes.
int playing::source_of(const trace_step& step) {
  const int now = static_cast<int>(run_.size());
  if (step.crash) {
    if (step.kind == action::write_end) last_write_[step.where] = now;
    return -1;
  }
  switch (step.kind) {
    case action::read: return step.buffered ? last_store_[step.p][step.where] : last_write_[step.where];
    case action::take:
    case action::add: return std::exchange(last_write_[step.where], now);
    case action::store: last_store_[step.p][step.where] = now; return -1;
    case action::drain: return std::exchange(last_write_[step.where], now), last_store_[step.p][step.where];
    case action::write:
    case action::write_end: last_write_[step.where] = now; return -1;
    default: return -1;
  }
}

entry playing::site_json(process_id p) {
  const operation& next = on_.view(p).next;
  const source_line& at = on_.site(p);
  if (at.line == 0 || !is_access(next.kind)) return nullptr;
  const std::string name = text_of(at.file).name;
  auto known = std::find(files_.begin(), files_.end(), name);
  if (known == files_.end()) known = files_.insert(files_.end(), name);
  return {known - files_.begin(), at.line};
}

entry playing::process_json(process_id p) {
  const observation& now = on_.view(p);
  entry one{{"at", name_of(now.at)}, {"next", next_of(on_, p)}, {"moves", moves_json(on_, p)}};
  if (const auto site = site_json(p); !site.is_null()) {
    one["site"] = site;
    const bool leaving = now.at == stage::exit || now.at == stage::abort || now.at == stage::recover;
    if (const auto label = label_of(on_.site(p), leaving); !label.empty()) one["label"] = label;
  }
  if (now.crashed) one["crashed"] = true;
  if (now.session != 0) one["session"] = now.session;
  if (now.next.kind == action::bad) one["mistake"] = true;
  if (now.has_stores()) {
    auto stores = entry::array();
    for (const auto& each : on_.save().processes[p].buffer)
      stores.push_back(on_.info(each.where).name + " := " + to_string(each.value));
    one["stores"] = stores;
  }
  return one;
}

entry playing::alarms() const {
  auto all = entry::array();
  const auto* about = all_.about(code_.how().algorithm);
  for (const auto& [broken, how] : watcher_.broken(false))
    all.push_back({{"property", broken}, {"how", how}, {"promised", is_promised(broken, about)}});
  for (process_id p = 0; p < on_.n(); ++p)
    if (on_.view(p).next.kind == action::bad)
      all.push_back({{"property", "declarations"},
                     {"how", "process " + std::to_string(p) + ' ' + on_.mistake(p)},
                     {"promised", true}});
  return all;
}

entry playing::frame(bool judged) {
  entry one{{"changed", entry::array()}, {"processes", entry::array()}};
  for (std::uint32_t r = 0; r < shown_.size(); ++r) {
    const std::string value = to_string(on_.registers()[r]);
    std::string now = on_.in_progress(r) ? value + " ~" : value;
    if (now == shown_[r]) continue;
    one["changed"].push_back({r, now});
    shown_[r] = std::move(now);
  }
  for (process_id p = 0; p < on_.n(); ++p) one["processes"].push_back(process_json(p));
  if (judged)
    if (auto broken = alarms(); !broken.empty()) one["alarms"] = std::move(broken);
  return one;
}

entry playing::registers_json() const {
  auto all = entry::array();
  for (const auto& r : code_.shared().registers()) {
    entry one{{"name", r.name}, {"initial", to_string(r.initial)}};
    if (r.safe) one["safe"] = true;
    if (r.domain != unbounded) one["domain"] = r.domain;
    all.push_back(one);
  }
  return all;
}

}  // namespace doorway::lab::serving
