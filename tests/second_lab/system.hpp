// All processes together, in every order: each state that can be reached, breadth first, in a plain table, with its steps.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <unordered_map>
#include <vector>

#include "order.hpp"
#include "process.hpp"

namespace doorway::second {

struct state {
  std::vector<word> registers;     // one that is being written holds 0
  std::vector<std::uint8_t> torn;  // its writes have overlapped
  std::vector<std::uint32_t> who;  // number of each process's state
  came_before before;
};

struct edge {
  std::uint32_t to = 0;
  std::uint8_t p = 0;
  enum class kind : std::uint8_t { step, crash, drain } by = kind::step;
};

class system {
 public:
  // with_order: who came before whom is part of a state.
  system(const subject& of, const setting& how, bool with_order);
  system(const system&) = delete;
  system& operator=(const system&) = delete;
  // Finds all, or as much as most_states allows.
  void explore();
  [[nodiscard]] bool is_complete() const { return complete_depth_ == everything; }
  // All that can be reached in so many steps has been found.
  [[nodiscard]] std::uint32_t complete_depth() const { return complete_depth_; }
  static constexpr std::uint32_t everything = ~std::uint32_t{0};

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(states_.size()); }
  [[nodiscard]] state at(std::uint32_t number) const;
  [[nodiscard]] std::uint32_t depth(std::uint32_t number) const { return depths_[number]; }
  [[nodiscard]] const process& of(std::uint32_t number, process_id p) const {
    return known_[p].all[who_[std::size_t{number} * n() + p]];
  }
  [[nodiscard]] process_id n() const { return how_.size.n; }
  [[nodiscard]] const edge* steps(std::uint32_t number) const { return edges_.data() + first_edge_[number]; }
  [[nodiscard]] const edge* steps_end(std::uint32_t number) const { return edges_.data() + first_edge_[number + 1]; }
  [[nodiscard]] std::uint64_t edges() const { return edges_.size(); }
  // A register that is being written may be seen as anything.
  [[nodiscard]] bool in_flux(const state& in, std::uint32_t where) const { return writers(in, where) != 0; }
  [[nodiscard]] const process& of(const state& in, process_id p) const { return known_[p].all[in.who[p]]; }
  [[nodiscard]] const subject& runs() const { return subject_; }
  [[nodiscard]] const setting& how() const { return how_; }

  bool order_broken = false;  // somebody has entered who left too many behind

 private:
  struct book {
    std::deque<process> all;  // which stay where they are
    std::unordered_map<std::string, std::uint32_t> numbers;
  };
  std::uint32_t number_of(process_id p, const process& it);
  void reach(const state& to, process_id p, edge::kind by);
  void after(const state& from, state to, process_id p, const process& now, edge::kind by);
  void steps_of(const state& from, process_id p);
  void read(const state& from, process_id p);
  void write(const state& from, process_id p);
  void end_write(const state& from, process_id p, bool torn_by_crash);
  void crash(const state& from, process_id p);
  [[nodiscard]] bool is_safe(std::uint32_t where) const { return how_.is_safe(subject_.registers()[where].safe); }
  [[nodiscard]] std::vector<word> anything(std::uint32_t where) const;
  [[nodiscard]] std::uint32_t writers(const state& in, std::uint32_t where) const;  // in the middle of a write
  [[nodiscard]] std::string packed(const state& of) const;

  const subject& subject_;
  const setting how_;
  const bool with_order_;
  processes run_;
  std::vector<book> known_;
  std::unordered_map<std::string, std::uint32_t> numbers_;
  std::vector<const std::string*> states_;
  std::vector<std::uint32_t> depths_;
  std::vector<std::uint32_t> who_;
  std::vector<std::uint64_t> first_edge_;
  std::vector<edge> edges_;
  std::vector<bool> infinity_written_;
  std::uint32_t complete_depth_ = everything;
  bool again_ = false;
};

}  // namespace doorway::second
