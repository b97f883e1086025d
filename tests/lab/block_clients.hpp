// Clients of the blocks, and watchers that say what the thesis says: Conditions 1 to 4, Specifications 1 to 5 (R. Danek, PhD
// thesis, Toronto 2011, sections 3.2 and 3.3).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <tuple>
#include <utility>

#include "lab/search/specification.hpp"

namespace doorway::lab {

inline constexpr process_id most_clients = 4;
using process_bits = std::uint8_t;
inline constexpr process_bits bit(process_id p) { return static_cast<process_bits>(1U << p); }

// A process that calls operations of Block in turn. A call begins with its first access: until then the process shows the
// remainder.
template <class Block>
class block_client : public program {
 public:
  template <class... More>
  explicit block_client(process_id n, More... more)
      : program({.n = n}, {.passages = 0}), block_(shared(), n, more...) {}
  [[nodiscard]] problem solves() const override { return problem::mutual_exclusion; }

 protected:
  static void call(process& self, stage what) {
    self.now.at = what;
    self.now.session = 0;
    self.now.setting_out = true;
  }
  // Between calls, or after one: shows a value.
  static void show(process& self, stage what, word value) {
    self.now.at = what;
    self.now.session = value;
    self.now.setting_out = false;
    self.perform({action::pause, 0, 0});
  }

  Block block_;
};

// --- the special set ---

template <class Set>
class set_client final : public block_client<Set> {
 public:
  using block_client<Set>::block_client;
  void run(process& self, process_id p, bool) const override {
    for (;;) {
      typename Set::stay stay{};
      this->call(self, stage::doorway);
      this->block_.insert_self(p, stay);
      this->call(self, stage::critical);
      const word q = this->block_.remove_self(p, stay);
      this->show(self, stage::exit, 1 + q);
    }
  }
};

struct set_watcher {
  enum : std::uint8_t { out, inserting, in, removing };
  std::array<std::uint8_t, most_clients> phase{};
  std::array<process_bits, most_clients> met{};     // while p removes itself: who took part meanwhile
  std::array<process_bits, most_clients> stayed{};  // ... and who was in the set all the time

  // Condition 2. (Condition 1 is the client's.)
  [[nodiscard]] bool may(process_id p, sights now) const {
    if (now[p].at != stage::remainder || phase[p] != in) return true;
    for (const auto other : phase)
      if (other == removing) return false;
    return true;
  }

  const char* step(process_id p, const sight& before, sights now) {
    if (before.at == stage::remainder) begin(p);
    if (phase[p] == inserting && now[p].at == stage::remainder) phase[p] = in;
    if (phase[p] == removing && now[p].at == stage::exit) return end(p, now[p].session - 1);
    return nullptr;
  }

 private:
  void begin(process_id p) {
    if (phase[p] == in) {
      phase[p] = removing;
      for (process_id q = 0; q < most_clients; ++q) {
        if (q == p || phase[q] == out) continue;
        met[p] |= bit(q);
        if (phase[q] == in) stayed[p] |= bit(q);
      }
    } else {
      phase[p] = inserting;
      for (process_id r = 0; r < most_clients; ++r)
        if (phase[r] == removing) met[r] |= bit(p);
    }
  }
  // Specification 1; `returned` is 0 or a process + 1.
  const char* end(process_id p, word returned) {
    const auto seen = std::exchange(met[p], process_bits{0});
    const auto all_the_time = std::exchange(stayed[p], process_bits{0});
    phase[p] = out;
    if (returned == 0) return all_the_time == 0 ? nullptr : "nobody was returned, and somebody was in all the time";
    if (returned == word{p} + 1) return "a process was returned to itself";
    return (seen >> (returned - 1) & 1U) != 0 ? nullptr : "somebody was returned who did not take part";
  }
};

// --- the tree of splitters ---

template <class Splitters>
class splitter_client final : public block_client<Splitters> {
 public:
  using block_client<Splitters>::block_client;
  void run(process& self, process_id p, bool) const override {
    for (;;) {
      this->call(self, stage::doorway);
      const auto gone = this->block_.acquire(p);
      const word held = gone.stopped() ? 1 + word{gone.last} : 0;
      this->show(self, stage::waiting, held);
      self.now.at = stage::critical;
      this->block_.release(p, gone);
      this->block_.let_go(gone);
    }
  }
};

struct splitter_watcher {
  // Condition: release runs in mutual exclusion.
  [[nodiscard]] bool may(process_id p, sights now) const {
    if (now[p].at != stage::waiting) return true;
    for (const auto& other : now)
      if (other.at == stage::critical) return false;
    return true;
  }
  // Specification: nobody stops at a node that somebody holds.
  const char* step(process_id p, const sight&, sights now) {
    for (process_id q = 0; q < now.size(); ++q)
      if (q != p && holds(now[p]) && holds(now[q]) && now[p].session == now[q].session) return "two hold the same node";
    return nullptr;
  }

 private:
  static bool holds(const sight& one) {
    return (one.at == stage::waiting || one.at == stage::critical) && one.session != 0;
  }
  std::uint8_t nothing_ = 0;
};

// --- the ticket dispenser ---

template <class Dispenser>
class dispenser_client final : public block_client<Dispenser> {
 public:
  using block_client<Dispenser>::block_client;
  void run(process& self, process_id, bool) const override {
    for (;;) {
      this->call(self, stage::doorway);
      const process_id ticket = this->block_.obtain_ticket();
      this->show(self, stage::waiting, 1 + word{ticket});
      self.now.at = stage::critical;
      this->block_.done_with_ticket(ticket);
    }
  }
};

// Processes: how many there are, and with them the tickets, 7 each.
template <process_id Processes>
struct dispenser_watcher {
  enum : std::uint8_t { out, obtaining, holding, giving_back };
  std::array<std::uint8_t, Processes> phase{};
  std::array<std::uint8_t, Processes> ticket{};
  std::array<process_bits, Processes> together{};  // those in obtain_ticket with p, who have not got their tickets yet
  std::array<process_bits, Processes> before{};    // those who had theirs when p began, and still hold it

  [[nodiscard]] bool may(process_id p, sights now) const {
    if (now[p].at != stage::waiting) return true;
    if (together[p] != 0) return false;  // Condition 4 (c)
    for (process_id q = 0; q < Processes; ++q) {
      if (phase[q] == giving_back) return false;                                // 4 (a)
      if (phase[q] == holding && precedes(ticket[q], ticket[p])) return false;  // 4 (b)
    }
    return true;
  }

  const char* step(process_id p, const sight& before_step, sights now) {
    if (before_step.at == stage::remainder) begin(p);
    if (phase[p] == obtaining && now[p].at == stage::waiting) return got(p, now[p].session - 1);
    if (before_step.at == stage::waiting) phase[p] = giving_back;
    if (phase[p] == giving_back && now[p].at == stage::remainder) end(p);
    return nullptr;
  }

 private:
  static constexpr unsigned tickets = 7 * Processes;
  static bool precedes(unsigned i, unsigned j) {
    return i < j ? 2 * (j - i) < tickets : i != j && 2 * (i - j) >= tickets;
  }

  void begin(process_id p) {
    phase[p] = obtaining;
    together[p] = before[p] = 0;
    for (process_id q = 0; q < Processes; ++q) {
      if (q == p) continue;
      if (phase[q] == obtaining) {
        together[p] |= bit(q);
        together[q] |= bit(p);
      }
      if (phase[q] == holding || phase[q] == giving_back) before[p] |= bit(q);
    }
  }
  const char* got(process_id p, word returned) {
    phase[p] = holding;
    ticket[p] = static_cast<std::uint8_t>(returned);
    for (auto& others : together) others &= static_cast<process_bits>(~bit(p));
    if (returned >= tickets) return "there is no such ticket";
    for (process_id q = 0; q < Processes; ++q)
      if ((before[p] >> q & 1U) != 0 && !precedes(ticket[q], ticket[p]))
        return "a ticket does not come after one that was there first";  // Specification 4
    for (process_id first = 0; first < Processes; ++first)
      if (held(first) && all_within_half(ticket[first])) return nullptr;
    return "the tickets held are spread over more than half of the circle";  // Specification 3 (b)
  }
  void end(process_id p) {
    phase[p] = out;
    ticket[p] = 0;
    before[p] = 0;
    for (auto& others : before) others &= static_cast<process_bits>(~bit(p));
  }
  [[nodiscard]] bool held(process_id p) const { return phase[p] == holding || phase[p] == giving_back; }
  [[nodiscard]] bool all_within_half(unsigned from) const {
    for (process_id q = 0; q < Processes; ++q)
      if (held(q) && 2 * ((ticket[q] + tickets - from) % tickets) >= tickets) return false;
    return true;
  }
};

// --- the numbers of steps ---

// Specifications 2 and 5: a passage (all from the first of its two calls to the end of the second) takes at most Most(c)
// accesses, where c is the largest number of processes that are in passages at once at any time during it. Besides, all that
// Watched watches.
template <class Watched, auto Most>
struct step_counter {
  static constexpr process_id clients = std::tuple_size_v<decltype(Watched::phase)>;
  Watched watched{};
  std::array<std::uint8_t, clients> steps{};
  std::array<std::uint8_t, clients> company{};  // the largest number so far, in p's passage

  [[nodiscard]] bool may(process_id p, sights now) const { return watched.may(p, now); }

  const char* step(process_id p, const sight& before, sights now) {
    const bool came = watched.phase[p] == Watched::out;
    if (const char* why = watched.step(p, before, now); why != nullptr) return why;
    if (before.next.kind != action::pause) ++steps[p];  // a pause is the client's own
    if (came) meet();
    const bool too_many = steps[p] > Most(company[p]);
    if (watched.phase[p] == Watched::out) steps[p] = company[p] = 0;
    return too_many ? "too many steps" : nullptr;
  }

 private:
  void meet() {
    std::uint8_t about = 0;
    for (process_id q = 0; q < clients; ++q) about = static_cast<std::uint8_t>(about + (in_passage(q) ? 1 : 0));
    for (process_id q = 0; q < clients; ++q)
      if (in_passage(q)) company[q] = std::max(company[q], about);
  }
  [[nodiscard]] bool in_passage(process_id q) const { return watched.phase[q] != Watched::out; }
};

}  // namespace doorway::lab
