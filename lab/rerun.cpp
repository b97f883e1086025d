#include "lab/rerun.hpp"

#include <memory>
#include <set>
#include <vector>

#include "lab/component.hpp"

namespace doorway::lab {
namespace {

class stage_play {
 public:
  explicit stage_play(const program& code) : info_(code.shared().registers()) {
    for (const auto& r : info_) registers_.push_back(r.initial);
    for (process_id p = 0; p < code.size().n; ++p) {
      cast_.push_back(std::make_unique<component>(code, p));
      cast_.back()->reset();
    }
  }

  // Empty, or why the step cannot be.
  std::string play(const trace_step& step) {
    component& actor = *cast_[step.p];
    const observation before = actor.now();
    const operation doing = before.next;
    if (doing.kind != step.kind) return "it is about to do something else";
    const bool accesses = doing.kind == action::read || doing.kind == action::write || doing.kind == action::write_end;
    if (accesses && info_[doing.where].name != step.name) return "it is about to access " + info_[doing.where].name;
    if (step.crash) {
      if (before.crashed || before.at == stage::remainder) return "it cannot crash here";
      actor.take({input::kind::crash, step.left});
      if (doing.kind == action::write_end) settle(doing.where, step.left);
      return "";
    }
    switch (doing.kind) {
      case action::read: {
        const bool flux = in_progress(doing.where);
        if (step.flickered != flux) return flux ? "a write is in progress" : "no write is in progress";
        if (!flux && registers_[doing.where] != step.value)
          return "the register holds " + spelled(registers_[doing.where]);
        actor.take({input::kind::answer, step.value});
        return "";
      }
      case action::choice: actor.take({input::kind::answer, step.value}); return "";
      case action::write:
        if (doing.value != step.value) return "it is about to write " + spelled(doing.value);
        if (!info_[doing.where].safe) registers_[doing.where] = doing.value;
        actor.take({});
        return "";
      case action::write_end:
        actor.take({});
        settle(doing.where, step.left);
        return "";
      case action::pause: actor.take({}); return "";
      default: return "it takes no more steps";
    }
  }

  void judge(rerun_result& result) const {
    std::set<word> sessions;
    for (const auto& c : cast_) {
      if (c->now().at == stage::critical) {
        ++result.inside;
        sessions.insert(c->now().session);
      }
      if (c->now().next.kind == action::bad) result.wrong = static_cast<flaw>(c->now().next.value);
    }
    result.sessions = static_cast<std::uint32_t>(sessions.size());
  }

  [[nodiscard]] std::vector<word> registers() const { return registers_; }
  [[nodiscard]] std::vector<observation> faces() const {
    std::vector<observation> all;
    for (const auto& c : cast_) all.push_back(c->now());
    return all;
  }

 private:
  [[nodiscard]] bool in_progress(std::uint32_t where) const {
    for (const auto& c : cast_)
      if (c->now().next.kind == action::write_end && c->now().next.where == where) return true;
    return false;
  }
  void settle(std::uint32_t where, word left) {
    if (!in_progress(where)) registers_[where] = left;
  }

  const std::vector<register_info>& info_;
  std::vector<word> registers_;
  std::vector<std::unique_ptr<component>> cast_;
};

}  // namespace

rerun_result rerun(const program& code, const trace& of,
                   const std::function<void(std::size_t, const std::vector<word>&)>& watch) {
  rerun_result result;
  stage_play play(code);
  const auto go = [&](std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) {
      if (auto complaint = play.play(of.steps[i]); !complaint.empty()) {
        result.complaint =
            "step " + std::to_string(i + 1) + ", process " + std::to_string(of.steps[i].p) + ": " + complaint;
        return false;
      }
      ++result.steps;
      if (watch) watch(i, play.registers());
    }
    return true;
  };
  if (!go(0, of.loop)) return result;
  if (of.loop < of.steps.size()) {
    const auto faces = play.faces();
    const auto registers = play.registers();
    result.turns = true;
    for (int round = 0; round < 3 && result.turns; ++round) {
      if (!go(of.loop, of.steps.size())) return result;
      result.turns = play.faces() == faces && play.registers() == registers;
    }
  }
  play.judge(result);
  return result;
}

}  // namespace doorway::lab
