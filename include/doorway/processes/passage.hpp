// A passage through a lock with a name: the whole way in, for named_lock, the tool, and what else lets somebody in by a name.
//
//     open      the file of the name, made if there is none     its directory was removed meanwhile: again
//     sit       a seat, in order of arrival                     the file was removed, or replaced: again
//     enter     the doorway and the waiting room                the same
//
// Giving up is a return value, not an exception. What is thrown cannot be helped by trying again: disagreement (another k or
// purpose), unusable (the file), std::system_error and others (the directory). Misuse is the caller's to prevent: enter() by
// who is inside, exit() by who is not.
//
// A caller that waits can be asked meanwhile, by a function object `meanwhile` that says whether to go on:
//
//     meanwhile()                   at least every 500 ms, wherever the caller waits
//     meanwhile.in_turn(file, seat) instead, in the waiting room, on that seat; and once before it waits at all
//     meanwhile.for_seat(file)      instead, while all seats are taken
//     meanwhile.in_anteroom(file, room, seat)    instead, with a place among those who wait for a seat
//     meanwhile.for_earlier()       also, while somebody is inside a file of that name that has vanished
//     meanwhile.without_order(why)  told: there is no room for an anteroom, so those who wait for a seat get one in no order
//
// All but the first may be missing.
#pragma once

#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "doorway/core/registers.hpp"
#include "doorway/process_wide/registry.hpp"
#include "doorway/processes/directory.hpp"
#include "doorway/processes/file.hpp"
#include "doorway/processes/mapped_file.hpp"
#include "doorway/processes/open.hpp"
#include "doorway/processes/participant.hpp"
#include "doorway/processes/seating.hpp"
#include "doorway/waiting/patience.hpp"

namespace doorway::processes {

// What is wanted of a name, by all passages of one lock.
struct named_request {
  std::string name;
  parameters size;        // n: how many seats, if this makes the name
  std::string group;      // whose members share the name; empty: this user's own
  std::string directory;  // instead of the usual one
  std::string what;       // what others read of those who are inside
};

// One thread's. It keeps its file, and its seat, from one passage to the next.
template <template <class> class Algorithm>
class passage {
 public:
  using participant = processes::participant<Algorithm>;

  explicit passage(const named_request& wanted) : wanted_(wanted) {}

  // With a session, for group algorithms. False: given up; see trouble().
  template <class Meanwhile, class... Session>
  [[nodiscard]] bool enter(const patience& how_long, Meanwhile&& meanwhile, Session... session) {
    trouble_.reset();
    for (;;) {
      const auto sat = come_to_sit(how_long, meanwhile);
      if (sat == seating::gave_up) return false;
      if (sat == seating::seated) {
        if (!std::exchange(session_is_told_, true)) who_->name_session(session_);
        const auto entered = who_->enter(how_long, in_turn<Meanwhile>{*this, meanwhile}, session...);
        if (entered != participant::outcome::file_removed) return entered == participant::outcome::inside;
      }
      close();
    }
  }

  // A number below k that nobody else inside has; nothing if `on` is false or the patience is over.
  template <class KeepWaiting>
  [[nodiscard]] std::optional<process_id> take_slot(const patience& how_long, KeepWaiting&& on) {
    return who_->take_slot(how_long, on);
  }
  void exit() { who_->exit(); }

  // With the file open and in nobody's way; false: somebody is inside a file of that name that has vanished.
  [[nodiscard]] bool open_at_once() {
    struct not_for_earlier : always {
      static bool for_earlier() { return false; }
    };
    trouble_.reset();
    try {
      open(patience::for_ever(), not_for_earlier());
      return true;
    } catch (const directory::given_up&) {
      return false;
    }
  }
  // The file and the seat, if any, are left.
  void close() {
    who_.reset();
    session_is_told_ = session_.empty();
  }

  // What others read of the session that comes next.
  void name_session(std::string_view text) {
    session_ = text;
    session_is_told_ = false;
  }

  [[nodiscard]] const named_request& wanted() const { return wanted_; }
  // Where the names of this lock live; made if it is not there.
  [[nodiscard]] directory where() const { return directory::of(wanted_.directory, wanted_.group); }
  [[nodiscard]] bool is_open() const { return who_ != nullptr; }
  // In a child of the process that began it: nothing of it is there any more, and it is to be made anew.
  [[nodiscard, gnu::always_inline]] bool is_of_parent() const { return forks_ != mapped_file::forks(); }
  // Of one that is open.
  [[nodiscard]] participant& who() const { return *who_; }
  // Why the last enter() gave up before it had a file to wait in, for people.
  [[nodiscard]] const std::optional<std::string>& trouble() const { return trouble_; }

 private:
  template <class Meanwhile>
  struct while_opening {
    Meanwhile& asked;
    bool operator()() const { return asked(); }
    [[nodiscard]] bool for_earlier() const {
      if constexpr (requires { asked.for_earlier(); }) return asked.for_earlier();
      else return true;
    }
  };
  template <class Meanwhile>
  struct while_without_seat {
    Meanwhile& asked;
    const file& in;
    bool operator()() const {
      if constexpr (requires { asked.for_seat(in); }) return asked.for_seat(in);
      else return asked();
    }
    [[nodiscard]] bool in_anteroom(const file& room, process_id seat) const {
      if constexpr (requires { asked.in_anteroom(in, room, seat); }) return asked.in_anteroom(in, room, seat);
      else return (*this)();
    }
    void without_order(const std::exception& why) const {
      if constexpr (requires { asked.without_order(why); }) asked.without_order(why);
    }
  };
  template <class Meanwhile>
  struct in_turn {
    const passage& whose;
    Meanwhile& asked;
    bool operator()() const {
      if constexpr (requires { asked.in_turn(whose.who_->where(), whose.who_->number()); })
        return asked.in_turn(whose.who_->where(), whose.who_->number());
      else return asked();
    }
    bool at_first() const requires requires { asked.in_turn(whose.who_->where(), whose.who_->number()); }
    { return (*this)(); }
  };

  // Opens the file if it is not open, and returns the directory that it is in then.
  template <class Meanwhile>
  std::optional<directory> open(const patience& how_long, Meanwhile&& meanwhile) {
    while (who_ == nullptr) try {
        std::optional in(where());
        auto opened =
            open_or_make<Algorithm>(*in, wanted_.name, wanted_.size, how_long, while_opening<Meanwhile>{meanwhile});
        who_ = std::make_unique<participant>(std::move(opened), wanted_.what);
        return in;
      } catch (const directory::vanished&) {
        continue;
      }
    return std::nullopt;
  }

  template <class Meanwhile>
  seating come_to_sit(const patience& how_long, Meanwhile& meanwhile) {
    if (who_ != nullptr && who_->seated()) return seating::seated;
    try {
      auto in = open(how_long, meanwhile);
      if (!in) in = where();
      return take_seat(*who_, *in, wanted_.name, how_long, while_without_seat<Meanwhile>{meanwhile, who_->where()});
    } catch (const directory::given_up& why) {
      trouble_ = why.what();
      return seating::gave_up;
    } catch (const directory::vanished&) {
      return seating::file_removed;
    }
  }

  const named_request& wanted_;
  std::unique_ptr<participant> who_;
  std::string session_;
  bool session_is_told_ = true;
  word forks_ = process_wide::the_registry().forks;
  std::optional<std::string> trouble_;
};

}  // namespace doorway::processes
