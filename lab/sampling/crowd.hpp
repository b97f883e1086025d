// A crowd: n processes on fibers that share registers, run one after the other in random order, millions of steps a second.
//
// Unlike in the rest of the lab, a process is stopped only when its turn is over, and the access is made by the process itself: so
// a step costs nanoseconds. What is the same: a step is one access and the local code up to the next one; a process is stopped
// *before* an access; the critical section is a stop of its own. All that happens follows from the seed of the episode.
//
// An episode begins with the initial registers. How long it is, how long turns are, who is slow and how often somebody falls asleep
// for a long time is drawn anew for each, since different errors need different company.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/check.hpp"
#include "lab/machine/fiber.hpp"
#include "lab/machine/memory.hpp"
#include "lab/machine/process.hpp"
#include "lab/trace/trace.hpp"

namespace doorway::lab::random {

// SplitMix64 (G. Steele, D. Lea, C. Flood, 2014).
class generator {
 public:
  explicit generator(std::uint64_t seed) : state_(seed) {}
  std::uint64_t operator()() {
    std::uint64_t z = state_ += 0x9E37'79B9'7F4A'7C15;
    z = (z ^ z >> 30U) * 0xBF58'476D'1CE4'E5B9;
    z = (z ^ z >> 27U) * 0x94D0'49BB'1331'11EB;
    return z ^ z >> 31U;
  }
  std::uint32_t below(std::uint32_t limit) { return static_cast<std::uint32_t>(((*this)() >> 32U) * limit >> 32U); }

 private:
  std::uint64_t state_;
};

// What has gone wrong: nothing, if there are no words for it.
struct complaint {
  std::optional<claim> which;  // nothing: a property of a block, which has no name among the claims
  std::string words;
};

class crowd;

// The life of a process, without end; runs on a fiber of the crowd.
class inhabitant {
 public:
  virtual ~inhabitant() = default;
  [[noreturn]] virtual void run(crowd& among, process_id p) = 0;
  // A new episode begins: everybody is in the remainder.
  virtual void begin_again() = 0;
  // Process p crashes; it takes no more steps in this episode.
  virtual void crashes(process_id /*p*/) {}
  // Process p is about to go on; it has taken `steps` steps of its own in this episode. What is wrong with that, if anything.
  virtual complaint goes_on(process_id /*p*/, std::uint64_t /*steps*/) { return {}; }
};

class crowd {
 public:
  explicit crowd(process_id n);
  ~crowd();
  crowd(const crowd&) = delete;
  crowd& operator=(const crowd&) = delete;

  // As a memory (core/registers.hpp): the algorithm declares its registers here.
  class array {
   public:
    static constexpr extras leaves_out = extras::all_but({extra::fetch_add});
    [[nodiscard]] word read(cell at) const { return crowd_->read(number(at)); }
    void write(cell at, word value) const { crowd_->write(number(at), value); }
    word fetch_add(cell at, word amount) const { return crowd_->add(number(at), amount); }

   private:
    friend class crowd;
    [[nodiscard]] std::uint32_t number(cell at) const {
      if (at.row >= rows_ || at.column >= columns_ || at.plane >= planes_) [[unlikely]]
        crowd_->fail({claim::declarations, "an access beyond the end of an array"});
      return base_ + (at.row * columns_ + at.column) * planes_ + at.plane;
    }
    crowd* crowd_ = nullptr;
    std::uint32_t base_ = 0;
    process_id rows_ = 1, columns_ = 1, planes_ = 1;
  };
  array declare(const declaration& shape);

  // Outside: one episode, of at most `most` steps; the number of steps made. `crash`: at most so many crash.
  std::uint64_t episode(inhabitant& who, std::uint64_t seed, std::uint64_t most, std::uint32_t crash);
  // Outside: from now on every step is noted; in trace() afterwards.
  void record() { recording_ = true; }
  [[nodiscard]] trace take_trace();
  // What has gone wrong in the last episode.
  [[nodiscard]] const complaint& broken() const { return broken_; }
  [[nodiscard]] std::uint32_t crashed() const { return crashed_; }

  // Inside: a random number; what it decides must be noted if the lab has to know (choose).
  std::uint64_t random() { return chance_(); }
  // Inside, one step: a choice of 0 .. options-1 that comes out 0 mostly, once in `rarity`, if that is not 0.
  std::uint32_t choose(std::uint32_t options, std::uint32_t rarity);
  // Inside: a stop that is no step; the process rests for a while, now and then.
  void rest();
  // Inside: it has looked in vain; mostly this ends its turn.
  void give_way() {
    if ((chance_() & 7U) != 0) left_ = 0;
  }
  // Inside, one step: the stop in the critical section.
  void pause();
  // Inside: what is wrong ends the episode.
  [[noreturn]] void fail(complaint what);
  // Inside: where the process is, for the trace and for those who may crash.
  void at(stage where);
  [[nodiscard]] std::uint64_t own_steps() const { return now_->steps; }
  [[nodiscard]] std::uint64_t own_steps(process_id p) const { return all_[p]->steps; }

 private:
  struct member {
    fiber body;
    crowd* among = nullptr;
    process_id id = 0;
    std::uint64_t steps = 0;
    std::uint64_t asleep_until = 0;
    bool crashed = false;
    bool setting_out = true;  // its next access is the first of a passage
    bool first = false;       // its last access was
    stage at = stage::remainder;
    operation pending;  // while it is stopped
  };
  static void begin(void* self);

  word read(std::uint32_t where) {
    step({action::read, where, 0});
    const word value = values_[where];
    if (recording_) [[unlikely]]
      note(action::read, where, value);
    return value;
  }
  void write(std::uint32_t where, word value) {
    step({action::write, where, value});
    put(where, value);
    if (recording_) [[unlikely]]
      note(action::write, where, value);
  }
  word add(std::uint32_t where, word amount) {
    step({action::add, where, amount});
    const word before = values_[where];
    put(where, before + amount);
    if (recording_) [[unlikely]]
      note(action::add, where, before);
    return before;
  }
  void put(std::uint32_t where, word value) {
    const register_info& one = info_.registers()[where];
    if (one.domain != unbounded && value >= one.domain) [[unlikely]]
      out_of_domain(where, value);
    if (!one.may_write(now_->id)) [[unlikely]]
      not_the_writer(where);
    values_[where] = value;
  }
  void step(const operation& next) {
    if (left_ == 0) {
      now_->pending = next;
      now_->body.stop();
    }
    --left_;
    ++now_->steps;
    now_->first = now_->setting_out;
    now_->setting_out = false;
  }
  void note(action kind, std::uint32_t where, word value);
  [[noreturn]] void out_of_domain(std::uint32_t where, word value);
  [[noreturn]] void not_the_writer(std::uint32_t where);
  member& next();
  void crash(member& who);

  lab::memory info_;
  std::vector<word> values_;
  std::vector<std::unique_ptr<member>> all_;
  inhabitant* who_ = nullptr;
  member* now_ = nullptr;
  std::uint32_t left_ = 0;  // steps of the turn that are left
  generator chance_{0};
  std::uint64_t steps_ = 0;
  complaint broken_;
  bool recording_ = false;
  trace trace_;
  std::uint32_t crashed_ = 0, may_crash_ = 0;

  // How this episode is scheduled.
  std::vector<process_id> turns_;       // drawn from: slow ones are rarer
  std::vector<std::uint32_t> lengths_;  // of turns, as masks; drawn from
  std::uint64_t drowsy_ = 0;            // falls asleep when these bits of a random number are zero
  std::uint64_t sleep_ = 0;             // mask of how long
  std::uint64_t leisure_ = 0;           // mask of how long a rest in the remainder takes
};

}  // namespace doorway::lab::random
