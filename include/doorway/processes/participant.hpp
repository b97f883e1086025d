// One process's part in a lock with a name: it opens the file, takes a seat, and goes in and out.
//
// The order of things, so that a death at any instruction leaves nothing behind that the next one cannot clear away:
//
//     seat's lock                      from the first passage on
//     note.active := 1                 before any register is set
//     doorway                          which has a fence
//     is the file still in use?        who removes it marks it first and looks at the notes afterwards: one of the two
//                                      sees the other
//     waiting room                     on giving up: abort, note.active := 0. A process that is alone has none: see enter_alone
//     slot
//     critical section
//     slot back, exit protocol, note.active := 0
#pragma once

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "doorway/algorithms/k_exclusion/k_bakery_cc_fast.hpp"
#include "doorway/core/concepts.hpp"
#include "doorway/core/facts.hpp"
#include "doorway/memory/threads.hpp"
#include "doorway/memory/waking.hpp"
#include "doorway/platform/sanitizer.hpp"
#include "doorway/processes/anteroom.hpp"
#include "doorway/processes/clock.hpp"
#include "doorway/processes/directory.hpp"
#include "doorway/processes/file.hpp"
#include "doorway/processes/open.hpp"
#include "doorway/processes/seat.hpp"
#include "doorway/processes/ticket_limit.hpp"

namespace doorway::processes {

template <template <class> class Algorithm>
class participant {
  static_assert(recovers<Algorithm>,
                "the lab has not checked this algorithm's recover(): a dead process could cost a slot "
                "for ever. Choose k_bakery_cc_fast or group_bakery, or see doorway/core/facts.hpp");

 public:
  using passage = typename Algorithm<waking>::passage;

  participant(file opened, std::string what)
      : file_(std::move(opened)),
        memory_(file_.seats(), file_.words(), block::contents::kept, futex::reach::many_processes),
        algorithm_(memory_, {.n = file_.seats(), .k = file_.kind().k}),
        seat_(file_),
        mark_(file_.fd()),
        what_(std::move(what)) {}
  participant(const participant&) = delete;
  participant& operator=(const participant&) = delete;

  // False if all seats are taken: anteroom.hpp knows how to wait for one.
  bool sit_down() {
    if (seat_.taken()) return true;
    if (!seat_.take([this](process_id dead) { recover(dead); })) return false;
    auto& note = seat_.note();
    write_identity(note.command, {});
    write_identity(note.holder, identify_self());
    note.what.write(what_);
    note.session.write("");
    return true;
  }

  enum class outcome : unsigned char { inside, gave_up, file_removed };

  // The short way in, where the algorithm has one: for a process that sits, has looked at the file a moment ago and finds nobody else
  // there. If it is false, enter() is to be called, and goes on from where this has got to.
  // An announce waits for everything that was written before it: so this is in line, and builds nothing on its way.
  [[nodiscard, gnu::always_inline]] bool enter_alone() {
    if constexpr (has_short_way<Algorithm<waking>, alone>) {
      const word at = ticks();
      if (!is_sound_still(at)) [[unlikely]]
        return false;
      begin(at);
      alone me{seat_.number(), passage_};
      if (!algorithm_.enter_alone(me)) [[unlikely]] {
        begun_ = true;
        return false;
      }
      if (file_.state() != file_state::in_use) [[unlikely]] {
        withdraw();
        return false;
      }
      tell(seat_.note().section, static_cast<word>(section::critical));
      mark_.comes_in();
      return true;
    } else {
      return false;
    }
  }

  using anteroom = participant<k_bakery_cc_fast>;
  void leave_when_doorway_ends(std::unique_ptr<anteroom> behind) { anteroom_ = std::move(behind); }

  // One try to get in. keep_waiting() is asked at least every 500 ms, and keep_waiting.at_first(), if there is such a thing, before it
  // waits at all, with its place in the queue; session is for group algorithms.
  // A process that waits looks for the dead meanwhile. One that finds a dead one only when its time is over (or wants one look only) looks
  // once more: else a name that is only ever tried, never waited for, would stay taken for ever.
  template <class KeepWaiting, class... Session>
  outcome enter(const patience& how_long, KeepWaiting&& keep_waiting, Session... session) {
    bool told_to_stop = false;
    bool found_dead = false;
    const auto waiting = [&](asking asked) {
      if constexpr (requires { keep_waiting.at_first(); })
        told_to_stop = asked == asking::at_first ? !keep_waiting.at_first() : !keep_waiting();
      else told_to_stop = asked != asking::at_first && !keep_waiting();
      found_dead = !told_to_stop && asked == asking::long_enough && tend();
      return !told_to_stop;
    };
    const anteroom_leaver at_last{*this};
    if (!begun_ && enter_alone()) return outcome::inside;
    const outcome got = attempt(how_long, waiting, session...);
    if (got != outcome::gave_up || told_to_stop || !(found_dead || tend())) return got;
    return attempt(patience::for_one_look(), waiting, session...);
  }

  process_id take_slot() { return *take_slot(patience::for_ever(), always()); }
  // Distinct among those inside, the lowest that is free; sessions have none. Who is stopped may keep it: nothing, if
  // keep_waiting() is false or, after a moment, the patience is over.
  template <class KeepWaiting>
  std::optional<process_id> take_slot(const patience& how_long, KeepWaiting&& keep_waiting) {
    const auto a_moment = patience::until(patience::clock::now() + std::chrono::milliseconds(100));
    for (;;) {
      if (auto slot = seat_.take_slot()) return slot;
      if (!keep_waiting() || (how_long.over() && a_moment.over())) return std::nullopt;
      tend();
      std::this_thread::sleep_for(std::chrono::microseconds(100));
    }
  }

  void exit() {
    mark_.leaves();
    tell(seat_.note().section, static_cast<word>(section::exit));
    if (seat_.slot() || has_command_) [[unlikely]]
      give_back();
    leave();
  }

  // For the command, to inherit.
  [[nodiscard]] file::keepsake make_keepsake() const { return file_.make_keepsake(); }
  // Counted with this process from now on, also when this process dies.
  void count_command(const identity& started) {
    has_command_ = true;
    write_identity(seat_.note().command, started);
  }
  void name_session(std::string_view text) { seat_.note().session.write(text); }

  [[nodiscard]] const file& where() const { return file_; }
  [[nodiscard]] const std::string& what() const { return what_; }
  [[nodiscard]] bool seated() const { return seat_.taken(); }
  [[nodiscard]] process_id number() const { return seat_.number(); }

 private:
  // When one who waits is asked whether it goes on: before it waits, soon after the last time, or after that.
  enum class asking : unsigned char { at_first, soon, long_enough };

  template <class Between>
  class here {
   public:
    here(participant& whose, const patience& how_long, const Between& between)
        : passage(whose.passage_), whose_(whose), patience_(how_long), between_(between) {}
    [[nodiscard]] process_id id() const { return whose_.seat_.number(); }
    void end_of_doorway() {
      const word at = now();
      tell(whose_.seat_.note().arrived, at);
      whose_.move_to(section::waiting, at);
      waited_ = true;
      doubted_ = whose_.file_.state() != file_state::in_use;
      damaged_ = !whose_.tickets_.are_possible(whose_.file_);
      whose_.leave_anteroom();
    }
    [[nodiscard]] bool waited() const { return waited_; }
    // Somebody was removing the file when the doorway ended: not to be waited in.
    [[nodiscard]] bool doubted() const { return doubted_; }
    [[nodiscard]] bool damaged() const { return damaged_; }
    template <class Ready>
    bool await(Ready&& ready) {
      return await(ready, [] { return process_id{1}; });
    }
    template <class Ready, class Ahead>
    bool await(Ready&& ready, Ahead&& ahead) {
      if (doubted_ || damaged_) return false;
      if (!std::exchange(asked_, true) && !patience_.none() && !between_(true)) return ready();
      return whose_.memory_.wait(id(), ready, ahead, patience_, between_, far);
    }
    typename participant::passage& passage;

   private:
    static constexpr process_id far = 10;  // the next one notices a death within 100 ms, those behind it within 500
    participant& whose_;
    patience patience_;
    const Between& between_;
    bool waited_ = false;
    bool doubted_ = false;
    bool damaged_ = false;
    bool asked_ = false;
  };

  // Who does not wait: on the short way in, and on the way out.
  struct alone {
    process_id own;
    typename participant::passage& passage;
    [[nodiscard]] process_id id() const { return own; }
  };

  static_assert(meet<Algorithm<waking>, waking, heir<passage>>());
  void recover(process_id dead) {
    heir<passage> me{dead};
    algorithm_.recover(me);
  }

  bool tend() {
    return seat_.tend([this](process_id dead) { recover(dead); });
  }

  template <class Waiting, class... Session>
  outcome attempt(const patience& how_long, Waiting& waiting, Session... session) {
    const bool begun = std::exchange(begun_, false);
    if (!begun) {
      const word at = ticks();
      if (!is_sound_still(at) && !is_sound(at)) return outcome::file_removed;
      begin(at);
    }
    file::condition found = file::condition::sound;
    bool removed = false;
    word last = set_out_;
    const auto between = [&](bool at_first = false) {
      if (at_first) return waiting(asking::at_first);
      // Woken, most likely to go in: the file and the dead can wait until the next time.
      const word at = now();
      const bool soon = at - last < 5'000'000;
      if (!soon) {
        last = at;
        found = file_.look();
        if (found != file::condition::sound) return false;
        removed = file_.state() == file_state::removed;
        if (removed) return false;
      }
      return waiting(soon ? asking::soon : asking::long_enough);
    };
    here<decltype(between)> me(*this, how_long, between);
    try {
      const bool came_in = go_in(begun, me, session...);
      if (me.damaged()) fail_damaged(file_);
      if (came_in) {
        // Removed meanwhile: the name belongs to another file, or will. (In doubt does not matter to who has waited: the one
        // who doubts sees its note.)
        const auto state = file_.state();
        if (state == file_state::removed || (state != file_state::in_use && !me.waited())) {
          withdraw();
          return outcome::file_removed;
        }
        if (me.waited()) move_to(section::critical, now());
        else tell(seat_.note().section, static_cast<word>(section::critical));
        mark_.comes_in();
        return outcome::inside;
      }
    } catch (...) {  // what we have set must not stay
      algorithm_.abort(me);
      rest();
      throw;
    }
    if (found == file::condition::cut) throw cut_off(file_.path());
    algorithm_.abort(me);
    rest();
    removed = removed || me.doubted();
    return removed || found != file::condition::sound ? outcome::file_removed : outcome::gave_up;
  }

  // The doorway and the waiting room; if enter_alone has begun, the rest of them.
  template <class Here, class... Session>
  bool go_in([[maybe_unused]] bool begun, Here& me, Session... session) {
    if constexpr (has_short_way<Algorithm<waking>, alone>)
      if (begun) return algorithm_.enter_in_turn(me);
    return algorithm_.enter(me, session...);
  }

  // Whether the file was sound less than 10 ms ago, so that a busy process does not ask the kernel at every passage. Not before
  // the first look, for which one must sit.
  [[nodiscard]] bool is_sound_still(word at) const { return at - looked_ < 10'000'000; }
  // False if the file has lost its name; throws if it was cut off.
  bool is_sound(word at) {
    const auto found = file_.look();
    if (found == file::condition::cut) throw cut_off(file_.path());
    if (found == file::condition::without_name) return false;
    looked_ = at;
    boot_ = slept();
    return true;
  }

  [[gnu::always_inline]] void begin(word at) {
    const word when = std::max(at + boot_, set_out_ + 1);  // no two passages alike
    set_out_ = when;
    move_to(section::doorway, when);
    tell(seat_.note().arrived, when);
    seat_.set_out();
  }
  void move_to(section where, word at) {
    tell(seat_.note().since, at);
    tell(seat_.note().section, static_cast<word>(where));
  }
  [[gnu::noinline, gnu::cold]] void give_back() {
    seat_.leave_slot();
    if (std::exchange(has_command_, false)) write_identity(seat_.note().command, {});
  }
  [[gnu::always_inline]] void leave() {
    alone me{seat_.number(), passage_};
    algorithm_.exit(me);
    rest();
  }
  [[gnu::noinline, gnu::cold]] void withdraw() { leave(); }
  void leave_anteroom() {
    if (anteroom_ != nullptr) anteroom_->exit();
    anteroom_.reset();
  }
  struct anteroom_leaver {
    participant& who;
    ~anteroom_leaver() { who.leave_anteroom(); }
  };
  void rest() {
    tell(seat_.note().section, static_cast<word>(section::remainder));
    seat_.rest();
  }

  file file_;
  waking memory_;
  Algorithm<waking> algorithm_;
  processes::seat seat_;
  [[no_unique_address]] sanitizer_mark mark_;
  std::string what_;
  word looked_ = word{0} - 10'000'000;  // when the file was last seen to be sound, in ticks: long ago
  word boot_ = 0;                       // what made a time since boot of ticks then
  word set_out_ = 0;                    // when this passage began
  bool has_command_ = false;
  bool begun_ = false;  // enter_alone has, and did not get in: enter goes on
  passage passage_{};
  std::unique_ptr<anteroom> anteroom_;
  tickets_of_file<Algorithm> tickets_;
};

}  // namespace doorway::processes
