#include "lab/trace/directed.hpp"

#include <functional>
#include <sstream>
#include <stdexcept>
#include <string>

#include "lab/machine/world.hpp"
#include "lab/trace/replay_trace.hpp"

namespace doorway::lab {
namespace {

class director {
 public:
  explicit director(const program& code) : on_(code) { told_.n = on_.n(); }

  void follow(const std::string& instruction) {
    std::istringstream words(instruction);
    std::string first;
    if (!(words >> first)) return;
    if (first == "for") {
      if (loops_) throw std::runtime_error("there is one loop already");
      loops_ = true;
      told_.loop = told_.steps.size();
      return;
    }
    const auto p = static_cast<process_id>(number(first));
    if (p >= on_.n()) throw std::runtime_error("there is no process " + first);
    std::string verb;
    words >> verb;
    if (verb == "until") return until(p, words);
    if (verb == "steps")
      for (word left = number(next(words)); left > 0; --left) step({p, false, {}});
    else if (verb == "sees") decide(p, action::read, number(next(words)));
    else if (verb == "leaves") decide(p, action::write_end, number(next(words)));
    else if (verb == "wants") decide(p, action::choice, number(next(words)) - 1);
    else if (verb == "gives") give_up(p);
    else if (verb == "crashes") crash(p, words);
    else throw std::runtime_error("what is '" + verb + "'?");
  }

  trace result() {
    if (!loops_) told_.loop = told_.steps.size();
    return std::move(told_);
  }

 private:
  static std::string next(std::istream& words) {
    std::string one;
    if (!(words >> one)) throw std::runtime_error("something is missing at the end");
    return one;
  }
  static word number(const std::string& text) {
    if (text == "oo") return infinity;
    if (text.empty() || text.find_first_not_of("0123456789") != std::string::npos)
      throw std::runtime_error("'" + text + "' is not a number");
    return std::stoull(text);
  }

  void step(const world::move& how) {
    trace_step told;
    if (auto why = on_.take(how, told); !why.empty()) throw something_else(why);
    told_.steps.push_back(told);
  }
  // Goes on, and goes on waiting.
  void go(process_id p) {
    const observation& seen = on_.view(p);
    world::move how{p, false, {}};
    if (seen.next.kind == action::choice && seen.at != stage::remainder) how.value = 0;
    step(how);
  }

  void until(process_id p, std::istream& words) {
    constexpr int most = 5000;
    const auto there = goal(next(words), words);
    for (int i = 0; i < most; ++i) {
      go(p);
      if (there(on_.view(p))) return;
    }
    throw something_else("it does not get there in " + std::to_string(most) + " steps");
  }

  std::function<bool(const observation&)> goal(const std::string& what, std::istream& words) {
    if (what == "inside") return [](const observation& seen) { return seen.at == stage::critical; };
    if (what == "waits") return [](const observation& seen) { return is_waiting(seen); };
    if (what == "looks") return [](const observation& seen) { return seen.at == stage::awaiting; };
    if (what == "out") return [](const observation& seen) { return seen.at == stage::remainder; };
    action kind = action::read;
    if (what == "writes") kind = action::write;
    else if (what == "writing") kind = action::write_end;
    else if (what != "reads") throw std::runtime_error("until what is '" + what + "'?");
    const std::uint32_t where = find(next(words));
    return [kind, where](const observation& seen) { return seen.next.kind == kind && seen.next.where == where; };
  }
  static bool is_waiting(const observation& seen) { return seen.at == stage::waiting || seen.at == stage::awaiting; }

  std::uint32_t find(const std::string& name) {
    for (std::uint32_t r = 0; r < on_.registers().size(); ++r)
      if (on_.info(r).name == name) return r;
    throw std::runtime_error("there is no register " + name);
  }

  void decide(process_id p, action kind, word value) {
    if (on_.view(p).next.kind != kind) throw something_else("it is about to do something else");
    step({p, false, value});
  }
  void give_up(process_id p) {
    while (on_.view(p).next.kind != action::choice || on_.view(p).at == stage::remainder) step({p, false, {}});
    step({p, false, 1});
  }
  void crash(process_id p, std::istream& words) {
    world::move how{p, true, {}};
    if (std::string leaving; words >> leaving) how.value = number(next(words));
    step(how);
  }

  trace told_;
  bool loops_ = false;
  world on_;
};

}  // namespace

trace directed(const program& code, std::string_view script, std::string_view claim) {
  director by(code);
  std::istringstream lines{std::string(script)};
  for (std::string line; std::getline(lines, line);) {
    try {
      by.follow(line.substr(0, line.find('#')));
    } catch (const something_else& why) {
      throw something_else("directed schedule, '" + line + "': " + why.what());
    } catch (const std::runtime_error& why) {
      throw std::runtime_error("directed schedule, '" + line + "': " + why.what());
    }
  }
  trace all = by.result();
  explain(code, all);
  const auto seen = rerun(code, all);
  if (const auto how = seen.broken.find(std::string(claim)); how != seen.broken.end()) all.last_line = how->second;
  return all;
}

}  // namespace doorway::lab
