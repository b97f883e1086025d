#include "lab/sampling/crowd.hpp"

#include <algorithm>
#include <utility>

namespace doorway::lab::random {

crowd::crowd(process_id n) {
  for (process_id p = 0; p < n; ++p) {
    all_.push_back(std::make_unique<member>());
    all_.back()->among = this;
    all_.back()->id = p;
  }
}

crowd::~crowd() = default;

crowd::array crowd::declare(const declaration& shape) {
  array made;
  made.crowd_ = this;
  made.base_ = static_cast<std::uint32_t>(info_.registers().size());
  made.rows_ = shape.rows;
  made.columns_ = shape.columns;
  made.planes_ = shape.planes;
  (void)info_.declare(shape);
  return made;
}

void crowd::begin(void* self) {
  auto* const me = static_cast<member*>(self);
  me->among->who_->run(*me->among, me->id);
}

std::uint64_t crowd::episode(inhabitant& who, std::uint64_t seed, std::uint64_t most, std::uint32_t crash_up_to) {
  who_ = &who;
  who.begin_again();
  chance_ = generator(seed);
  values_.clear();
  for (const auto& one : info_.registers()) values_.push_back(one.initial);
  broken_ = {};
  trace_ = {};
  trace_.n = static_cast<process_id>(all_.size());
  steps_ = 0;
  crashed_ = 0;
  may_crash_ = crash_up_to == 0 ? 0 : chance_.below(crash_up_to + 1);

  constexpr std::uint32_t slots = 64;
  constexpr unsigned longest_turn = 7, shortest_sleep = 5, longest_sleep = 14;
  turns_.clear();
  for (const auto& one : all_) turns_.insert(turns_.end(), 1 + (slots >> chance_.below(6)), one->id);
  lengths_.clear();
  const std::uint32_t kind = 1 + chance_.below(longest_turn);
  for (std::uint32_t i = 0; i < 8; ++i) lengths_.push_back((1U << chance_.below(kind)) - 1);
  drowsy_ = (std::uint64_t{1} << (3 + chance_.below(9))) - 1;
  sleep_ = (std::uint64_t{1} << (shortest_sleep + chance_.below(longest_sleep - shortest_sleep))) - 1;
  leisure_ = (std::uint64_t{1} << chance_.below(10)) - 1;

  left_ = 0;
  for (auto& one : all_) {
    one->steps = one->asleep_until = 0;
    one->crashed = false;
    one->setting_out = true;
    one->at = stage::remainder;
    one->first = false;
    one->pending = {};
    now_ = one.get();
    one->body.birth(&crowd::begin, one.get());
  }
  while (steps_ < most && broken_.words.empty()) {
    member& one = next();
    const std::uint64_t draw = chance_();
    if (crashed_ < may_crash_ && one.at != stage::remainder && !one.setting_out && (draw >> 50U) == 0) {
      crash(one);
      continue;
    }
    if ((draw >> 16U & drowsy_) == 0) one.asleep_until = steps_ + (chance_() & sleep_);
    const auto length = 1 + (static_cast<std::uint32_t>(draw) & lengths_[draw >> 8U & 7U]);
    left_ = length;
    now_ = &one;
    broken_ = who.goes_on(one.id, one.steps);
    if (broken_.words.empty()) one.body.go_on();
    steps_ += length - left_;
    steps_ += left_ == length ? 1 : 0;  // who rests does not stop the clock
  }
  return steps_;
}

crowd::member& crowd::next() {
  for (int tries = 0; tries < 4; ++tries) {
    member& one = *all_[turns_[chance_.below(static_cast<std::uint32_t>(turns_.size()))]];
    if (!one.crashed && one.asleep_until <= steps_) return one;
  }
  member* first = nullptr;  // to wake up
  for (const auto& one : all_)
    if (!one->crashed && (first == nullptr || one->asleep_until < first->asleep_until)) first = one.get();
  return *first;
}

void crowd::crash(member& who) {
  who.crashed = true;
  ++crashed_;
  who_->crashes(who.id);
  if (!recording_) return;
  now_ = &who;
  note(who.pending.kind, who.pending.where, who.pending.value);
  trace_.steps.back().crash = true;
}

std::uint32_t crowd::choose(std::uint32_t options, std::uint32_t rarity) {
  step({action::choice, 0, options});
  const std::uint32_t chosen = rarity != 0 && chance_.below(rarity) != 0 ? 0 : chance_.below(options);
  if (recording_) note(action::choice, 0, chosen);
  return chosen;
}

void crowd::rest() {
  now_->setting_out = true;
  now_->pending = {};
  if ((chance_() & 3U) == 0) now_->asleep_until = steps_ + (chance_() & leisure_);
  now_->body.stop();
}

void crowd::pause() {
  now_->pending = {action::pause, 0, 0};
  now_->body.stop();
  --left_;
  ++now_->steps;
  if (recording_) note(action::pause, 0, 0);
}

void crowd::fail(complaint what) {
  if (broken_.words.empty()) broken_ = std::move(what);
  for (;;) {
    now_->pending = {action::bad, 0, 0};
    now_->body.stop();
  }
}

void crowd::at(stage where) { now_->at = where; }

void crowd::note(action kind, std::uint32_t where, word value) {
  trace_step made;
  made.p = now_->id;
  made.kind = kind;
  made.where = where;
  if (answers(kind) || kind == action::write) {
    made.name = info_.registers()[where].name;
    made.left = kind == action::write ? value : values_[where];
  }
  made.value = value;
  made.input = kind == action::choice ? static_cast<std::uint32_t>(value) : 0;
  made.before = now_->first ? stage::remainder : now_->at;
  now_->first = false;
  trace_.steps.push_back(std::move(made));
}

trace crowd::take_trace() {
  recording_ = false;
  // A step ends where the next one of the same process begins.
  std::vector<stage> ends;
  for (const auto& one : all_) ends.push_back(one->at);
  for (std::size_t i = trace_.steps.size(); i-- > 0;) {
    auto& step = trace_.steps[i];
    step.after = std::exchange(ends[step.p], step.before);
  }
  trace_.loop = trace_.steps.size();
  trace_.last_line = broken_.words;
  return std::move(trace_);
}

void crowd::out_of_domain(std::uint32_t where, word value) {
  fail({claim::declarations, "process " + std::to_string(now_->id) + " writes " + std::to_string(value) + " to " +
                                 info_.registers()[where].name + ", which takes 0 .. " +
                                 std::to_string(info_.registers()[where].domain - 1)});
}

void crowd::not_the_writer(std::uint32_t where) {
  fail({claim::declarations, "process " + std::to_string(now_->id) + " writes to " + info_.registers()[where].name +
                                 ", which is not its own"});
}

}  // namespace doorway::lab::random
