// A program: an algorithm with somebody to run it. This is the only file of the lab that knows an algorithm's type.
//
// The life of a process is: choose one of the sessions that the parameters allow (group exclusion), enter, one stop in the
// critical section, exit, and again; when told to give up while it waits, abort instead. `here` for the lab is the process in the guise of sections.hpp.
#pragma once

#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "doorway/core/concepts.hpp"
#include "lab/machine/carried_state.hpp"
#include "lab/machine/memory.hpp"
#include "lab/machine/process.hpp"
#include "lab/setting.hpp"

namespace doorway::lab {

class program {
 public:
  virtual ~program() = default;
  // The rest of the life of process p, on a fiber. `recovering`: begin with recover, in the passage in which p died.
  virtual void run(process& self, process_id p, bool recovering) const = 0;

  [[nodiscard]] const memory& shared() const { return memory_; }
  [[nodiscard]] memory& shared() { return memory_; }
  [[nodiscard]] const parameters& size() const { return how_.size; }
  // The setting. Until it is searched it may change, but for the registers.
  [[nodiscard]] const setting& how() const { return how_; }
  [[nodiscard]] setting& how() { return how_; }
  [[nodiscard]] virtual problem solves() const = 0;
  // Does a process carry anything from one passage to the next?
  [[nodiscard]] virtual bool carries() const { return true; }

 protected:
  program(const parameters& size, const setting& how) : how_(how) { how_.size = size; }
  // The registers, once they are declared, as the setting has them. Where stores are buffered they are machine words, and none
  // is only safe.
  void set_registers() {
    for (auto& r : memory_.registers()) {
      if (how_.registers != register_model::declared) r.safe = how_.registers == register_model::safe;
      r.safe = r.safe && how_.buffer == 0;
    }
  }

 private:
  memory memory_;
  setting how_;
};

template <class Passage>
class here {
 public:
  here(process& self, process_id p, bool may_give_up) : self_(self), p_(p), may_give_up_(may_give_up) {}
  Passage passage{};

  [[nodiscard]] process_id id() const { return p_; }
  void end_of_doorway() { self_.now.at = stage::waiting; }

  template <class Ready>
  bool await(Ready&& ready) {
    const bool on_the_way = self_.now.at == stage::doorway || self_.now.at == stage::waiting;
    const stage between_looks = on_the_way ? stage::awaiting : self_.now.at;
    const bool went = look_until(ready, between_looks);
    if (on_the_way) self_.now.at = stage::waiting;
    return went;
  }

 private:
  template <class Ready>
  bool look_until(Ready& ready, stage between_looks) {
    for (;;) {
      self_.now.at = between_looks;
      if (may_give_up_ && self_.perform({action::choice, 0, 2}) == 1) return false;
      self_.now.at = between_looks;
      self_.looked = false;
      if (ready()) return true;
      if (!self_.looked) self_.fail(flaw::blind_await);
    }
  }

  process& self_;
  process_id p_;
  bool may_give_up_;
};

// What an algorithm's processes run on: here the lab's memory itself. (Another: with_parking.hpp.)
class bare {
 public:
  using memory_type = memory;
  template <class Passage>
  class here_type : public here<Passage> {
   public:
    here_type(const bare& /*on*/, process& self, process_id p, bool may_give_up)
        : here<Passage>(self, p, may_give_up) {}
  };

  static constexpr bool chooses_orders = true;
  bare(memory& shared, process_id /*n*/) : shared_(shared) {}
  [[nodiscard]] memory& registers() { return shared_; }

 private:
  memory& shared_;
};

template <template <class> class Algorithm, class Ground = bare>
class program_of final : public program {
  using algorithm = Algorithm<typename Ground::memory_type>;
  using passage = typename algorithm::passage;
  using here_type = typename Ground::template here_type<passage>;
  static_assert(meet<algorithm, typename Ground::memory_type, here_type>());

 public:
  program_of(const parameters& size, const setting& how)
      : program(size, how), ground_(shared(), size.n), algorithm_(ground_.registers(), size) {
    if (how.any_order && !Ground::chooses_orders)
      throw std::invalid_argument("here the accesses of a batch come in ascending order only");
    if (how.abort && !has_abort) throw std::invalid_argument("nobody can give up: the algorithm has no abort");
    if (how.recover && !has_recover)
      throw std::invalid_argument("nobody can be recovered: the algorithm has no recover");
    check_sessions(algorithm::solves, size);
    set_registers();
  }

  [[nodiscard]] problem solves() const override { return algorithm::solves; }
  [[nodiscard]] bool carries() const override { return keeps_passage<algorithm>; }

  void run(process& self, process_id p, bool recovering) const override {
    const setting& how = this->how();
    self.any_order = how.any_order;
    if (recovering) {
      here_type here(ground_, self, p, false);
      self.now.at = stage::recover;
      if constexpr (has_recover) algorithm_.recover(here);
      if (how.passages != 0) ++self.now.passage;
    }
    carried_state<algorithm> kept;
    while (how.passages == 0 || self.now.passage < how.passages) {
      here_type here(ground_, self, p, how.abort);
      kept.begin(here);
      self.now.at = stage::remainder;
      self.now.session = 0;
      bool inside = false;
      if constexpr (algorithm::solves == problem::group_exclusion) {
        const word session = 1 + self.perform({action::choice, 0, size().sessions});
        set_out(self, session);
        inside = algorithm_.enter(here, session);
      } else {
        set_out(self, 0);
        inside = algorithm_.enter(here);
      }
      if (self.now.setting_out) self.perform({action::pause, 0, 0});  // with no access, entering is a step all the same
      if (inside) {
        self.now.at = stage::critical;
        self.perform({action::pause, 0, 0});
        self.now.at = stage::exit;
        algorithm_.exit(here);
      } else {
        self.now.at = stage::abort;
        if constexpr (has_abort) algorithm_.abort(here);
      }
      kept.end(here);
      if (how.passages != 0) ++self.now.passage;
    }
    self.finish();
  }

 private:
  static constexpr bool has_abort = abortable<algorithm, here_type>;
  static constexpr bool has_recover = recoverable<algorithm, here_type>;

  static void set_out(process& self, word session) {
    self.now.at = stage::doorway;
    self.now.session = session;
    self.now.setting_out = true;
  }
  Ground ground_;
  algorithm algorithm_;
};

}  // namespace doorway::lab
