// The product: all components side by side, and the registers that several processes write.
//
// A global state is packed into a key (key.hpp), and a step of process p is a look into p's table: what does its state
// do, which value does it meet, where does that lead. Nothing of the algorithm's code runs here.
//
// Safe registers, as thesis section 5.3 has them. A write is two steps. A read that meets a write in progress returns any
// value of the register's domain. (A read is one step all the same: it may be placed anywhere between its invocation and its
// response, nobody sees it, and if it overlaps a write at all then there is a place for it inside that write.) When writes of
// several processes overlap, or a process crashes in the middle of one, the register is left with any value of its domain.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <stdexcept>
#include <vector>

#include "lab/automata/automaton.hpp"
#include "lab/limits.hpp"
#include "lab/search/key.hpp"

namespace doorway::lab {

class learner;

// More values of a register than the keys have room for.
struct too_many_values : std::length_error {
  using std::length_error::length_error;
};

// What is to be noticed about a state of a component.
enum mark : std::uint16_t {
  in_remainder = 1,  // or has made all its passages
  in_doorway = 2,
  in_waiting = 4,
  in_critical = 8,  // also if it crashed there
  in_exit = 16,
  in_abort = 32,
  in_recover = 64,
  is_crashed = 128,
  is_bad = 256,
  in_await = 512,     // besides in_waiting: between two looks
  is_hidden = 1024,   // besides in_waiting: not all stores of its doorway have reached memory
  has_stores = 2048,  // in its buffer
  in_entry = in_doorway | in_waiting,
};

// Which edge: process p takes input number `input`, or crashes (and `input` says what it leaves behind), or its oldest store
// reaches memory, which is no step of p.
struct edge {
  process_id p = 0;
  std::uint32_t input = 0;
  bool crash = false;
  bool drain = false;
  bool operator==(const edge&) const = default;
};

// A read of this register met this value, and nothing has been learned about it.
struct demand {
  std::uint32_t where;
  std::uint32_t number;
  bool operator<(const demand& other) const {
    return where != other.where ? where < other.where : number < other.number;
  }
};

class product {
 public:
  struct row {
    enum class does : std::uint8_t {
      go,
      read_other,
      read_shared,
      take_shared,
      add_shared,
      write_shared,
      begin_shared,
      end_shared,
      choose,
      hold,  // nothing, until a store has left its buffer
      stop
    };
    does what = does::stop;
    std::uint8_t owner = 0;     // read_other: whose register
    std::uint16_t slot = 0;     // read_other: its place among the owner's; *_shared: its place among the shared ones
    std::uint16_t count = 0;    // of edges
    std::uint16_t written = 0;  // *_shared: the number of the value
    std::uint16_t marks = 0;
    std::uint16_t crashes = 0;  // how many edges
    std::uint32_t first = 0;    // edge
    std::uint32_t first_crash = 0;
    std::uint32_t session = 0;
    bool ready = true;  // lazy: all but its reads has been learned
  };
  using states = std::array<std::uint32_t, most_lab_processes>;

  // `crashes`: how many processes may be crashed at the same time. Minimal automata are wise, not required. The values
  // must live as long as the product.
  product(std::vector<automaton> components, const std::vector<register_info>& registers, const value_table& values,
          std::uint32_t crashes);
  // The lazy kind, for private states too many to learn beforehand: knows nothing, and learns each step from the code when
  // it is first taken. Not minimal, and for one thread only. Up to `most` states of each component, and room for at least
  // `room` values of each register without a domain; too_many_values if there turn out to be more.
  product(learner& source, const std::vector<register_info>& registers, const value_table& values,
          std::uint32_t crashes, std::uint32_t most, std::uint32_t room = 64, bool buffers = false);

  [[nodiscard]] process_id n() const { return n_; }
  [[nodiscard]] std::uint32_t crashes() const { return crashes_; }
  [[nodiscard]] bool knows_all() const { return source_ == nullptr; }  // learned beforehand
  // Stores may be buffered.
  [[nodiscard]] bool buffers() const { return buffers_; }
  [[nodiscard]] const layout& packing() const { return layout_; }
  // For monitors that keep something of their own in the key.
  [[nodiscard]] layout& packing() { return layout_; }
  [[nodiscard]] const automaton& component(process_id p) const {
    return source_ != nullptr ? learned(p) : components_[p];
  }
  [[nodiscard]] const std::vector<register_info>& registers() const { return registers_; }
  [[nodiscard]] const value_table& values() const { return values_; }
  [[nodiscard]] const row& at(process_id p, std::uint32_t state) const { return rows_[p][state]; }

  template <std::size_t Words>
  [[nodiscard]] key<Words> initial() const;
  template <std::size_t Words>
  void unpack(const key<Words>& from, states& to) const {
    for (process_id p = 0; p < n_; ++p) to[p] = static_cast<std::uint32_t>(fields_[p].get(from));
  }
  template <std::size_t Words>
  void pack(const states& from, key<Words>& to) const {
    for (process_id p = 0; p < n_; ++p) fields_[p].set(to, from[p]);
  }
  // Lazy: gives rows to the states of p that the learner has found.
  void know(process_id p) const;
  // The value of any register; in_flux while it is being written.
  [[nodiscard]] word value(const std::uint64_t* in, const states& now, std::uint32_t where) const;
  template <std::size_t Words>
  [[nodiscard]] word value(const key<Words>& in, std::uint32_t where) const {
    states now{};
    unpack(in, now);
    return value(in.data(), now, where);
  }

  // visit(edge, state of edge.p after it, key after it) for every step from `from`, whose components are `now`;
  // missing(demand) where the tables end.
  template <std::size_t Words, class Visit, class Missing>
  void successors(const key<Words>& from, const states& now, Visit&& visit, Missing&& missing) const;
  // The same for the steps of p alone.
  template <std::size_t Words, class Visit, class Missing>
  void steps_of(process_id p, const key<Words>& from, const states& now, Visit&& visit, Missing&& missing) const;

 private:
  static constexpr std::uint16_t flux = std::numeric_limits<std::uint16_t>::max();
  struct shared_register {
    std::uint32_t where = 0;
    // A value's number. While a safe register is being written nobody can see what it held, and nothing of that will be
    // left: then it is 1 if two writes have overlapped since it was last quiet, else 0.
    field holds;
  };
  // The kernel locks that p has are free.
  template <std::size_t Words>
  void let_go(process_id p, key<Words>& in) const {
    for (const auto slot : locks_) {
      const shared_register& s = shared_[slot];
      if (values_.value(s.where, static_cast<std::uint32_t>(s.holds.get(in))) == word{p} + 1)
        s.holds.set(in, values_.find(s.where, 0));
    }
  }
  void add_row(process_id p, std::uint32_t state) const;
  void add_drain(process_id p, std::uint32_t state) const;
  void place_registers();
  [[nodiscard]] const automaton& learned(process_id p) const;
  // Lazy: runs the code.
  void learn(process_id p, std::uint32_t state) const;
  std::uint32_t learn_read(process_id p, std::uint32_t state, std::uint32_t number) const;
  // What p, which is about to add, leaves if it meets this value; nothing if it goes wrong, or if that is not known yet.
  [[nodiscard]] std::optional<std::uint32_t> sum_of(process_id p, std::uint32_t state, std::uint32_t number) const;
  [[nodiscard]] bool others_write(const states& now, process_id p, std::uint16_t slot) const;

  process_id n_;
  std::uint32_t crashes_;
  std::vector<automaton> components_;
  std::vector<register_info> registers_;
  const value_table& values_;
  learner* source_ = nullptr;
  std::uint32_t most_ = 0;
  std::vector<std::size_t> own_count_;
  std::vector<std::uint32_t> place_;  // of each register among its owner's, or among the shared ones
  std::vector<shared_register> shared_;
  std::vector<std::uint32_t> locks_;  // places among the shared ones
  layout layout_;
  std::vector<field> fields_;
  // Where the oldest store of a state leads, and what it does to which shared register, if that is one.
  struct store_step {
    std::uint32_t to = automaton::unknown;
    std::uint16_t slot = flux;
    std::uint16_t written = 0;
  };
  bool buffers_ = false;
  // These grow while the lazy kind learns.
  mutable std::vector<std::vector<store_step>> drains_;  // by process and state, where stores are buffered
  mutable std::vector<std::vector<row>> rows_;
  mutable std::vector<std::vector<std::uint32_t>> edges_;
  mutable std::vector<std::vector<std::uint16_t>> shows_;  // shows_[p][state * own + place]: a value's number, or flux
};

template <std::size_t Words>
key<Words> product::initial() const {
  key<Words> first{};
  first[0] = std::uint64_t{1} << 63U;
  for (const auto& s : shared_) s.holds.set(first, values_.find(s.where, registers_[s.where].initial));
  return first;
}

template <std::size_t Words, class Visit, class Missing>
void product::successors(const key<Words>& from, const states& now, Visit&& visit, Missing&& missing) const {
  for (process_id p = 0; p < n_; ++p) steps_of(p, from, now, visit, missing);
}

template <std::size_t Words, class Visit, class Missing>
void product::steps_of(process_id p, const key<Words>& from, const states& now, Visit&& visit,
                       Missing&& missing) const {
  const row& here = rows_[p][now[p]];
  if (!here.ready) learn(p, now[p]);
  const auto reach = [&](std::uint32_t with, key<Words> to, bool crash = false) {
    const auto state = edges_[p][(crash ? here.first_crash : here.first) + with];
    if (crash) let_go(p, to);
    fields_[p].set(to, state);
    visit(edge{p, with, crash}, state, to);
  };
  const auto read_and = [&](std::uint32_t where, std::uint32_t number, key<Words> to) {
    if (number < here.count && edges_[p][here.first + number] != automaton::unknown) {
      reach(number, to);
    } else if (source_ == nullptr) {
      missing(demand{where, number});
    } else {
      const auto state = learn_read(p, now[p], number);
      fields_[p].set(to, state);
      visit(edge{p, number, false}, state, to);
    }
  };
  const auto read = [&](std::uint32_t where, std::uint32_t number) { read_and(where, number, from); };
  // The last of several writers of a safe register is through: somebody's value if it was alone, else any.
  const auto settle = [&](std::uint32_t with, bool any, bool crash) {
    const shared_register& s = shared_[here.slot];
    key<Words> to = from;
    const auto leave = [&](std::uint32_t number) {
      s.holds.set(to, number);
      reach(with, to, crash);
    };
    if (!any) return leave(here.written);
    for (auto number : values_.flickers[s.where]) leave(number);
  };
  switch (here.what) {
    case row::does::go:
    case row::does::choose:
      for (std::uint32_t i = 0; i < here.count; ++i) reach(i, from);
      break;
    case row::does::read_other: {
      const auto number = shows_[here.owner][now[here.owner] * own_count_[here.owner] + here.slot];
      const auto where = component(here.owner).own[here.slot];
      if (number != flux) read(where, number);
      else
        for (auto any : values_.flickers[where]) read(where, any);
      break;
    }
    case row::does::read_shared: {
      const shared_register& s = shared_[here.slot];
      if (!registers_[s.where].safe || !others_write(now, p, here.slot))
        read(s.where, static_cast<std::uint32_t>(s.holds.get(from)));
      else
        for (auto any : values_.flickers[s.where]) read(s.where, any);
      break;
    }
    case row::does::take_shared: {
      const shared_register& s = shared_[here.slot];
      const auto number = static_cast<std::uint32_t>(s.holds.get(from));
      key<Words> to = from;
      if (values_.value(s.where, number) == 0) s.holds.set(to, here.written);
      read_and(s.where, number, to);
      break;
    }
    case row::does::add_shared: {
      const shared_register& s = shared_[here.slot];
      const auto number = static_cast<std::uint32_t>(s.holds.get(from));
      key<Words> to = from;
      if (const auto sum = sum_of(p, now[p], number)) s.holds.set(to, *sum);
      read_and(s.where, number, to);
      break;
    }
    case row::does::write_shared: {
      key<Words> to = from;
      shared_[here.slot].holds.set(to, here.written);
      reach(0, to);
      break;
    }
    case row::does::begin_shared: {
      key<Words> to = from;
      shared_[here.slot].holds.set(to, others_write(now, p, here.slot) ? 1 : 0);
      reach(0, to);
      break;
    }
    case row::does::end_shared:
      if (others_write(now, p, here.slot)) reach(0, from);
      else settle(0, shared_[here.slot].holds.get(from) != 0, false);
      break;
    case row::does::hold:
    case row::does::stop: break;
  }
  if (buffers_)
    if (const store_step oldest = drains_[p][now[p]]; oldest.to != automaton::unknown) {
      key<Words> to = from;
      if (oldest.slot != flux) shared_[oldest.slot].holds.set(to, oldest.written);
      fields_[p].set(to, oldest.to);
      visit(edge{p, 0, false, true}, oldest.to, to);
    }
  if (crashes_ == 0 || here.crashes == 0) return;
  std::uint32_t crashed = 0;
  for (process_id q = 0; q < n_; ++q) crashed += (rows_[q][now[q]].marks & is_crashed) != 0 ? 1U : 0U;
  if (crashed >= crashes_) return;
  if (here.what != row::does::end_shared) {
    for (std::uint32_t i = 0; i < here.crashes; ++i) reach(i, from, true);
  } else if (others_write(now, p, here.slot)) {
    key<Words> to = from;
    shared_[here.slot].holds.set(to, 1);
    reach(0, to, true);
  } else {
    settle(0, true, true);
  }
}

}  // namespace doorway::lab
