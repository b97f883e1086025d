// A subject: an algorithm over a memory whose accesses go to the player. Only this file knows an algorithm's type.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "doorway/core/concepts.hpp"
#include "doorway/core/registers.hpp"
#include "doorway/core/sections.hpp"
#include "player.hpp"

#if defined(__clang__)
#define DOORWAY_SECOND_BY_ITSELF [[gnu::noinline]]
#else
#define DOORWAY_SECOND_BY_ITSELF [[gnu::noipa]]
#endif

namespace doorway::second {

struct one_register {
  static constexpr process_id anybody = ~process_id{0};
  word initial = 0;
  word domain = unbounded;
  bool safe = false;
  process_id writers[2] = {anybody, anybody};
  [[nodiscard]] bool may_be_written_by(process_id p) const {
    return writers[0] == anybody || writers[0] == p || writers[1] == p;
  }
};

class replayed {
 public:
  class array {
   public:
    static constexpr extras leaves_out = extras::all_but({extra::announce, extra::fetch_add});
    [[nodiscard]] word read(cell at) const { return ask(does::read, at, 0); }
    void write(cell at, word value) const { ask(player::at_work->buffered ? does::store : does::write, at, value); }
    void announce(cell at, word value) const { ask(does::write, at, value); }
    word fetch_add(cell at, word amount) const { return ask(does::add, at, amount); }

   private:
    friend class replayed;
    [[gnu::noinline]] word ask(does what, cell at, word value) const {
      if (at.row >= rows_ || at.column >= columns_ || at.plane >= planes_)
        player::at_work->err(mistake::no_such_register);
      return player::at_work->perform({what, first_ + (at.row * columns_ + at.column) * planes_ + at.plane, value});
    }
    std::uint32_t first_ = 0;
    process_id rows_ = 0, columns_ = 0, planes_ = 0;
  };

  array declare(const declaration& shape) {
    array made;
    made.first_ = static_cast<std::uint32_t>(registers.size());
    made.rows_ = shape.rows;
    made.columns_ = shape.columns;
    made.planes_ = shape.planes;
    for (std::size_t i = 0; i < shape.size(); ++i) {
      const auto row = shape.first + static_cast<process_id>(i / shape.planes / shape.columns);
      const auto column = shape.first + static_cast<process_id>(i / shape.planes % shape.columns);
      one_register one{shape.initial, shape.domain, shape.strength == strength::safe, {}};
      const bool rows = shape.writer == writer::row || shape.writer == writer::row_or_column;
      const bool columns = shape.writer == writer::column || shape.writer == writer::row_or_column;
      one.writers[0] = rows ? row : columns ? column : one_register::anybody;
      one.writers[1] = columns ? column : one.writers[0];
      registers.push_back(one);
    }
    return made;
  }
  std::vector<one_register> registers;
};

// `here` of sections.hpp.
template <class Passage>
class here {
 public:
  here(process_id p, Passage& own) : passage(own), p_(p) {}
  Passage& passage;

  [[nodiscard]] process_id id() const { return p_; }
  void end_of_doorway() { player::at_work->at = place::waiting; }
  template <class Ready>
  DOORWAY_SECOND_BY_ITSELF bool await(Ready&& ready) {
    player& by = *player::at_work;
    const auto* const frames = static_cast<const std::byte*>(__builtin_frame_address(0));
    const bool on_the_way = by.at == place::doorway || by.at == place::waiting;
    const place between = on_the_way ? place::looking : by.at;
    const place after = on_the_way ? place::waiting : by.at;
    by.begin_await();
    for (;;) {
      by.begin_look(between, frames);
      if (by.may_give_up && by.perform({does::choose, 0, 2}) == 1) {
        by.at = after;
        return false;
      }
      by.look(between);
      if (ready()) {
        by.at = after;
        return true;
      }
      by.looked_in_vain(frames);
    }
  }

 private:
  process_id p_;
};

enum class part : std::uint8_t { enter, exit, abort, recover };

class subject {
 public:
  virtual ~subject() = default;
  // Runs a part on the player at work, until it throws or the part is over; what enter returned, else true. `passage` are the
  // bytes of A::passage; empty: a new one.
  virtual bool run(part what, player& on, process_id p, word session, std::string& passage) const = 0;
  [[nodiscard]] virtual problem solves() const = 0;
  [[nodiscard]] virtual bool keeps() const = 0;  // its passage, for the next one
  [[nodiscard]] virtual bool can(part what) const = 0;
  [[nodiscard]] const std::vector<one_register>& registers() const { return memory_.registers; }

 protected:
  replayed memory_;
};

template <template <class> class Algorithm>
class subject_of final : public subject {
  using algorithm = Algorithm<replayed>;
  using passage_type = typename algorithm::passage;
  using here_type = here<passage_type>;
  static_assert(meet<algorithm, replayed, here_type>());
  static_assert(std::is_trivially_copyable_v<passage_type>);

 public:
  explicit subject_of(const parameters& size) : algorithm_(memory_, size) {}

  // What lies on the stack from before would make looks differ that are alike.
  bool run(part what, player& on, process_id p, word session, std::string& passage) const override {
    wipe();
    return run_on_clean_stack(what, on, p, session, passage);
  }
  [[nodiscard]] problem solves() const override { return algorithm::solves; }
  [[nodiscard]] bool keeps() const override { return keeps_passage<algorithm>; }
  [[nodiscard]] bool can(part what) const override {
    if (what == part::abort) return abortable<algorithm, here_type>;
    return what != part::recover || recoverable<algorithm, here_type>;
  }

 private:
  DOORWAY_SECOND_BY_ITSELF static void wipe() {
    std::byte stack[4096];
    std::memset(stack, 0, sizeof stack);
    asm volatile("" : : "r"(stack) : "memory");
  }
  DOORWAY_SECOND_BY_ITSELF bool run_on_clean_stack(part what, player& on, process_id p, word session,
                                                   std::string& passage) const {
    alignas(passage_type) std::byte room[sizeof(passage_type)] = {};
    auto* own = ::new (static_cast<void*>(room)) passage_type{};
    if (!passage.empty()) std::memcpy(room, passage.data(), sizeof room);
    here_type me(p, *own);
    constexpr place begins[] = {place::doorway, place::exit, place::abort, place::recover};
    on.begin(begins[static_cast<std::size_t>(what)], static_cast<const std::byte*>(__builtin_frame_address(0)));
    const bool inside = run_part(what, me, session);
    passage.assign(reinterpret_cast<const char*>(room), sizeof room);
    return inside;
  }
  [[gnu::always_inline]] bool run_part(part what, here_type& me, word session) const {
    switch (what) {
      case part::enter:
        if constexpr (algorithm::solves == problem::group_exclusion) return algorithm_.enter(me, session);
        else return algorithm_.enter(me);
      case part::exit: algorithm_.exit(me); break;
      case part::abort:
        if constexpr (abortable<algorithm, here_type>) algorithm_.abort(me);
        break;
      case part::recover:
        if constexpr (recoverable<algorithm, here_type>) algorithm_.recover(me);
        break;
    }
    static_cast<void>(session);
    return true;
  }
  algorithm algorithm_;
};

// Null if there is none of that name: of the library's (tests/second_lab/subjects.cpp), or of tests/wrong.
[[nodiscard]] std::unique_ptr<subject> make_subject(std::string_view name, const parameters& size);
[[nodiscard]] std::unique_ptr<subject> make_wrong_subject(std::string_view name, const parameters& size);

}  // namespace doorway::second
