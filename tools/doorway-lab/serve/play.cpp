// play, imported, exported: requests about runs.
#include <fmt/core.h>

#include <random>

#include "lab/catalogue/setting_json.hpp"
#include "lab/catalogue/trace_json.hpp"
#include "lab/machine/source_text.hpp"
#include "lab/trace/replay_trace.hpp"
#include "serve/moves.hpp"
#include "serve/playing.hpp"
#include "serve/programs.hpp"
#include "serve/spelling.hpp"

namespace doorway::lab::serving {
namespace {

// Longer ones are not explained: each beginning of the run is played anew.
constexpr std::size_t most_explained = 300;

std::vector<world::move> run_of(const entry& asked) { return run_from(asked.value("run", "")); }

// A step of p; what nothing else decides is drawn.
world::move any_step(const world& on, process_id p, std::mt19937_64& dice) {
  world::move how{p, false, {}};
  if (const word values = open_values(on, p); values > 0) how.value = dice() % values;
  return how;
}

// Some step of somebody, or a crash, or a drain; nothing if there is none.
std::optional<world::move> drawn_step(const world& on, std::mt19937_64& dice, bool crashes) {
  constexpr std::uint64_t rarely = 40;
  std::vector<world::move> all;
  for (process_id p = 0; p < on.n(); ++p) {
    if (on.can_move(p)) all.push_back(any_step(on, p, dice));
    if (on.view(p).has_stores()) all.push_back({p, false, {}, true});
    if (crashes && on.may_crash(p) && crashes_left(on) && dice() % rarely == 0) {
      world::move how{p, true, {}};
      if (on.view(p).next.kind == action::write_end) how.value = dice() % 2;
      all.push_back(how);
    }
  }
  if (all.empty()) return {};
  return all[dice() % all.size()];
}

void take(playing& by, const world::move& how) {
  if (auto why = by.take(how); !why.empty())
    throw refused(fmt::format("step {}, process {}: {}", by.steps() + 1, how.p, why));
}

// p goes on until it waits (it is about to look once more whether it may go on) or is inside, or out again, or something must be chosen.
void run_until(playing& by, process_id p) {
  if (p >= by.on().n()) throw refused(fmt::format("there is no process {}", p));
  std::mt19937_64 none;
  while (by.steps() < most_steps && by.on().can_move(p)) {
    const auto& now = by.on().view(p);
    const bool choice = now.next.kind == action::choice;
    if (by.on().undecided(p) && !(choice && now.at == stage::awaiting)) return;
    world::move how{p, false, {}};
    if (choice) how.value = 0;
    const stage before = now.at;
    take(by, how);
    const stage after = by.on().view(p).at;
    if (after == stage::awaiting || (after != before && (after == stage::critical || after == stage::remainder)))
      return;
  }
}

void extend(playing& by, const entry& how) {
  const auto kind = how.at("how").get<std::string>();
  if (kind == "until") return run_until(by, how.at("p"));
  const auto count = std::min<std::size_t>(how.value("count", std::size_t{50}), most_steps);
  std::mt19937_64 dice(how.value("seed", std::uint64_t{1}));
  if (kind == "random") {
    for (std::size_t i = 0; i < count && by.steps() < most_steps; ++i) {
      const auto step = drawn_step(by.on(), dice, how.value("crashes", false));
      if (!step) return;
      take(by, *step);
    }
  } else if (kind == "round-robin") {
    process_id p = by.run().empty() ? 0 : (by.run().back().p + 1) % by.on().n();
    process_id idle = 0;
    for (std::size_t i = 0; i < count && by.steps() < most_steps && idle < by.on().n(); p = (p + 1) % by.on().n()) {
      const bool held = by.on().view(p).held;
      if (!by.on().can_move(p) && !held) {
        ++idle;
        continue;
      }
      idle = 0;
      take(by, held ? world::move{p, false, {}, true} : any_step(by.on(), p, dice));
      ++i;
    }
  } else {
    throw refused(fmt::format("extend how? '{}' is none of until, random and round-robin", kind));
  }
}

// How it ends: what a loop that leads back breaks, and the critical step.
void add_end(entry& to, const program& code, const std::vector<world::move>& run, std::optional<std::size_t> loop) {
  trace all = told(code, run);
  if (loop) {
    if (*loop >= run.size()) throw refused("the loop begins after the end");
    all.loop = *loop;
    const auto seen = rerun(code, all);
    to["turns"] = seen.turns;
    to["for_ever"] = seen.broken;
  }
  if (run.size() > most_explained || (!loop && !to.at("frames").back().contains("alarms"))) return;
  explain(code, all);
  if (!all.critical) return;
  to["critical"] = *all.critical;
  to["critical_because"] = all.critical_line;
}

template <class Answer>
entry answered(const Answer& answer) try {
  return answer();
} catch (const nlohmann::json::exception& error) {
  throw refused(fmt::format("not understood: {}", error.what()));
}

}  // namespace

entry play(const programs& all, const entry& asked) {
  return answered([&] {
    const setting of = all.setting_of(asked.at("setting"));
    const auto code = all.made(of);
    const auto run = run_of(asked);
    const auto from = asked.value("from", std::size_t{0});
    if (from > run.size()) throw refused("from lies after the end of the run");
    playing by(all, *code);
    auto frames = entry::array(), steps = entry::array();
    const auto show = [&] {
      auto frame = by.frame(by.steps() >= from);
      if (by.steps() >= from) frames.push_back(std::move(frame));
      if (by.steps() > from) steps.push_back(by.last_step());
    };
    show();
    for (const auto& how : run) {
      take(by, how);
      show();
    }
    if (asked.contains("extend")) {
      const auto before = by.steps();
      playing ahead(all, *code);
      for (const auto& how : run) take(ahead, how);
      extend(ahead, asked.at("extend"));
      for (std::size_t i = before; i < ahead.steps(); ++i) {
        take(by, ahead.run()[i]);
        show();
      }
    }
    entry whole{{"setting", setting_json(of)},      {"run", spelt(by.run())}, {"from", from},
                {"registers", by.registers_json()}, {"files", by.files()},    {"steps", std::move(steps)},
                {"frames", std::move(frames)}};
    std::optional<std::size_t> loop;
    if (asked.contains("loop")) whole["loop"] = *(loop = asked.at("loop").get<std::size_t>());
    add_end(whole, *code, by.run(), loop);
    return whole;
  });
}

entry texts(const programs& all, const entry& asked) {
  return answered([&] {
    const auto code = all.made(all.setting_of(asked.at("setting")));
    playing by(all, *code);
    static_cast<void>(by.frame(false));
    for (const auto& how : run_of(asked)) {
      take(by, how);
      static_cast<void>(by.frame(false));
    }
    auto each = entry::array();
    for (const auto& name : by.files()) each.push_back({{"name", name}, {"text", text_of(name).text}});
    return each;
  });
}

entry imported(const programs& all, const std::string& text) try {
  const read_trace of = parse_trace(text);
  const auto code = all.made(all.setting_of(setting_json(of.of)));
  const auto& steps = of.steps;
  entry run{{"setting", setting_json(of.of)}, {"run", spelt(moves_of(*code, steps))}, {"ends", steps.last_line}};
  if (of.what) run["property"] = name(*of.what);
  if (steps.loop < steps.steps.size()) run["loop"] = steps.loop;
  return run;
} catch (const refused&) {
  throw;
} catch (const std::runtime_error& error) {
  throw refused(error.what());
}

entry exported(const programs& all, const entry& asked) {
  return answered([&] {
    const setting of = all.setting_of(asked.at("setting"));
    const auto code = all.made(of);
    trace run = told(*code, run_of(asked));
    if (asked.contains("loop")) run.loop = std::min(asked.at("loop").get<std::size_t>(), run.steps.size());
    const auto seen = rerun(*code, run);
    std::optional<claim> what;
    if (!seen.broken.empty()) {
      what = find_claim(seen.broken.contains("exclusion") ? "exclusion" : seen.broken.begin()->first);
      run.last_line = seen.broken.at(std::string(name(*what)));
      if (run.steps.size() <= most_explained) explain(*code, run);
    }
    return run_json(of, run, what);
  });
}

}  // namespace doorway::lab::serving
