// A file with a name that a sweep unlinks at any step, while processes find it, make it anew and go in: processes/making.hpp as it
// ships, over a ground whose every look and lock is a step.
//
// There are n - 1 users; the last process is the sweep, which takes the name away at most so many times and is bound to nothing.
// It may take the directory away, too, when there is no name in it: a process that comes then opens another, which has a guard of its
// own, while those who have the old one open find nothing in it and can make nothing in it.
// A file is known by its generation, as in the machine by its inode, and none is made twice. Kernel locks are the lab's, which
// lets them go at a death: the directory's guard, a presence for each generation and user (a read lock: nobody waits for it),
// that a user's note in a file says active (with_seats.hpp has seats and notes in full), and that somebody is inside a file: one
// lock stands for the algorithm, which admits one. What surrounds making.hpp is told here in few words:
//
//     in_use()   earlier.hpp: who has a presence; such a file is retired, if it can be reached, and then its notes are looked at
//     enter()    participant.hpp: active, then the file's state; a waiter looks at the name too
//
// Not here: files that a doorway removes or replaces on purpose, and what of a command inherits its wrapper's presence.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <utility>

#include "doorway/processes/making.hpp"
#include "lab/machine/memory.hpp"
#include "lab/machine/process.hpp"
#include "lab/machine/program.hpp"

namespace doorway::lab {

// Can a file without a name be reached through /proc? `sometimes`: found out anew each time.
enum class reaching : std::uint8_t { never, always, sometimes };

struct vanishing {
  process_id users = 2;
  process_id sweeps = 1;
  process_id directories = 1;  // one after the other, two at most
  process_id lost = 0;         // makers that may die before their file has its name
  reaching reached = reaching::sometimes;
  bool keeps = true;  // after a passage a user may keep its file for the next one

  [[nodiscard]] process_id files() const { return sweeps + lost + directories; }
  [[nodiscard]] process_id gone() const { return files() + 1; }  // in place of a name
};

class names_of_lab {
 public:
  static constexpr std::size_t most_files = 6;
  static constexpr process_id none = 0;
  using file_type = process_id;  // its generation, from 1 on

  class guard {
   public:
    explicit guard(const names_of_lab& of) : of_(of) {
      while (!of_.guard_.take({of_.where_}, self())) {}
    }
    ~guard() { of_.guard_.set({of_.where_}, 0); }
    guard(const guard&) = delete;
    guard& operator=(const guard&) = delete;

   private:
    const names_of_lab& of_;
  };

  names_of_lab(memory& shared, const vanishing& what)
      : what_(what),
        name_(shared.declare(
            {.name = "Name", .rows = what.directories, .domain = what.gone() + word{1}, .writer = writer::anyone})),
        made_(shared.declare({.name = "Made", .domain = what.files() + word{1}, .writer = writer::anyone})),
        removed_(shared.declare({.name = "Removed", .rows = what.files(), .domain = 2, .writer = writer::anyone})),
        guard_(shared.declare_locks("Guard", what.directories)),
        presence_(shared.declare_locks("Presence", what.files() * what.users)),
        active_(shared.declare_locks("Active", what.files() * what.users)),
        inside_(shared.declare_locks("Inside", what.files())) {
    if (what.files() > most_files || what.directories > 2)
      throw std::invalid_argument("too many files, or directories");
  }

  // As it is opened now. What follows is looked for there; a user opens a directory only when it uses no file.
  void open_directory() {
    if (what_.directories > 1) where_ = name_.read({0}) == what_.gone() ? 1 : 0;
  }
  [[nodiscard]] bool is_gone() const { return what_.directories > 1 && name_.read({where_}) == what_.gone(); }

  // A file that has its name has not been retired.
  [[nodiscard]] std::optional<process_id> find() const {
    const word found = name_.read({where_});
    return found == 0 || found == what_.gone() ? std::nullopt : std::optional(static_cast<process_id>(found));
  }
  [[nodiscard]] std::optional<process_id> find_guarded() const { return find(); }
  void attend(process_id file) const {
    if (file != none) static_cast<void>(presence_.take(mine(file), self()));
  }
  void leave(process_id file) const {
    if (file != none) presence_.set(mine(file), 0);
  }
  [[nodiscard]] bool has_name(process_id file) const { return file != none && name_.read({where_}) == file; }
  [[nodiscard]] bool had_a_name_in_use() const { return !find() && in_use(); }
  // In a directory that is gone nothing can be made: what ships throws, here that is no file, which has no name.
  [[nodiscard]] process_id make() const {
    if (is_gone()) return none;
    const auto file = static_cast<process_id>(made_.fetch_add({0}, 1) + 1);
    if (name_.take({where_}, file)) return file;
    if (is_gone()) return none;
    name_.set({where_}, file);  // in place of another: where there is no guard
    return file;
  }

  // For one who has found it so: without the guard.
  [[nodiscard]] bool is_held_up() const { return !find() && in_use() && !find(); }

  void sweep() const {
    const process_id last = what_.directories - 1;
    const process_id directory = last > 0 && name_.read({0}) == what_.gone() ? last : 0;
    name_.set({directory}, 0);
    if (directory < last) static_cast<void>(name_.take({directory}, what_.gone()));
  }

  // False: start over with the name.
  [[nodiscard]] bool enter(process_id file) const {
    static_cast<void>(active_.take(mine(file), self()));
    while (!inside_.take({file - 1}, self()))
      if (is_removed(file) || !has_name(file)) {
        active_.set(mine(file), 0);
        return false;
      }
    if (!is_removed(file)) return true;
    exit(file);
    return false;
  }
  void exit(process_id file) const {
    inside_.set({file - 1}, 0);
    active_.set(mine(file), 0);
  }

 private:
  static word self() { return process::running->number + word{1}; }
  [[nodiscard]] cell at(process_id file, process_id user) const { return {(file - 1) * what_.users + user}; }
  [[nodiscard]] cell mine(process_id file) const { return at(file, process::running->number); }
  [[nodiscard]] bool is_removed(process_id file) const { return removed_.read({file - 1}) != 0; }

  // Files that somebody has a presence for. The kernel tells such locks in any order.
  struct files_found {
    std::uint32_t count = 0;
    std::array<std::uint32_t, most_files> each{};
  };
  [[nodiscard]] files_found present() const {
    files_found asked, found;
    for (process_id file = 1; file <= what_.files(); ++file) asked.each[asked.count++] = file;
    while (asked.count > 0) {
      const word one = asked.count == 1 ? 0 : chosen(asked.count);
      std::swap(asked.each[one], asked.each[--asked.count]);
      const auto file = std::exchange(asked.each[asked.count], 0);
      if (anybody(presence_, file)) found.each[found.count++] = file;
    }
    return found;
  }
  [[nodiscard]] bool in_use() const {
    const files_found all = present();
    for (std::uint32_t i = 0; i < all.count; ++i) {
      const auto file = all.each[i];
      if (!is_reached() || has_any_name(file)) return true;
      removed_.set({file - 1}, 1);
      if (anybody(active_, file)) return true;
    }
    return false;
  }
  [[nodiscard]] bool has_any_name(process_id file) const {
    for (process_id directory = 0; directory < what_.directories; ++directory)
      if (name_.read({directory}) == file) return true;
    return false;
  }
  [[nodiscard]] bool anybody(const memory::array& locks, process_id file) const {
    for (process_id user = 0; user < what_.users; ++user)
      if (locks.read(at(file, user)) != 0) return true;
    return false;
  }
  [[nodiscard]] bool is_reached() const {
    if (what_.reached != reaching::sometimes) return what_.reached == reaching::always;
    return chosen(2) == 1;
  }
  static word chosen(word among) { return process::running->perform({action::choice, 0, among}); }

  vanishing what_;
  process_id where_ = 0;  // the directory that it has open
  memory::array name_, made_, removed_, guard_, presence_, active_, inside_;
};

struct making_as_it_ships {
  template <class Ground>
  static std::optional<process_id> find_or_make(Ground& ground) {
    return processes::find_or_make(ground);
  }
};

template <class Making = making_as_it_ships>
class vanishing_program final : public program {
 public:
  vanishing_program(const vanishing& what, const setting& how)
      : program({.n = what.users + 1, .k = 1}, how), what_(what), ground_(shared(), what) {}

  [[nodiscard]] problem solves() const override { return problem::k_exclusion; }

  void run(process& self, process_id p, bool /*recovering*/) const override {
    self.number = p;
    if (p == what_.users) {
      for (process_id i = 0; i < what_.sweeps; ++i) ground_.sweep();
      self.finish();
    }
    names_of_lab ground = ground_;
    process_id file = names_of_lab::none;
    while (how().passages == 0 || self.now.passage < how().passages) {
      self.now.at = stage::waiting;
      self.now.setting_out = true;
      enter(self, ground, file);
      self.now.at = stage::critical;
      self.perform({action::pause, 0, 0});
      self.now.at = stage::exit;
      ground.exit(file);
      if (!what_.keeps || self.perform({action::choice, 0, 2}) == 0) close(ground, file);
      self.now.at = stage::remainder;
      if (how().passages != 0) ++self.now.passage;
    }
    self.finish();
  }

 private:
  static void enter(process& self, names_of_lab& ground, process_id& file) {
    for (;;) {
      if (file == names_of_lab::none) file = find(self, ground);
      if (ground.enter(file)) return;
      close(ground, file);
    }
  }
  // Who is held up may wait without the guard before the next try.
  static process_id find(process& self, names_of_lab& ground) {
    for (;;) {
      ground.open_directory();
      if (const auto found = Making::find_or_make(ground)) return *found;
      while (!ground.is_gone() && ground.is_held_up() && self.perform({action::choice, 0, 2}) == 1) {}
    }
  }
  static void close(const names_of_lab& ground, process_id& file) {
    ground.leave(file);
    file = names_of_lab::none;
  }

  vanishing what_;
  names_of_lab ground_;
};

}  // namespace doorway::lab
