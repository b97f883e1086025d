#include "lab/rmr/state_graph.hpp"

#include <cstring>
#include <stdexcept>

namespace doorway::lab::rmr {

namespace {
constexpr std::size_t local_bytes = 3;
}

state_graph::state_graph(const subject& what, const cost_model& model, const exact_bounds& bounds, process_id payer,
                         std::vector<std::unique_ptr<local_states>>& locals)
    : what_(what),
      model_(model),
      bounds_(bounds),
      payer_(payer),
      locals_(locals),
      registers_(what.shared().initial.size()),
      width_(local_bytes * what.size().n + registers_ + (registers_ + 3) / 4),
      index_(std::size_t{1} << 16U),
      scratch_(width_) {}

std::uint8_t state_graph::number_of(word value) {
  for (std::size_t i = 0; i < values_.size(); ++i)
    if (values_[i] == value) return static_cast<std::uint8_t>(i);
  if (values_.size() == 256) throw std::length_error("more than 256 values in registers: too many to search exactly");
  values_.push_back(value);
  return static_cast<std::uint8_t>(values_.size() - 1);
}

void state_graph::unpack(std::uint32_t state, picture& out) const {
  const std::uint8_t* at = packed_.data() + std::size_t{state} * width_;
  for (auto& one : out.local) {
    one = static_cast<std::uint32_t>(at[0] | at[1] << 8U | at[2] << 16U);
    at += local_bytes;
  }
  std::memcpy(out.value.data(), at, registers_);
  at += registers_;
  for (std::size_t r = 0; r < registers_; ++r) out.held[r] = static_cast<copy>(at[r / 4] >> (r % 4 * 2) & 3U);
}

std::uint32_t state_graph::pack(const picture& in) {
  std::uint8_t* at = scratch_.data();
  for (const auto one : in.local) {
    if (one >> 24U != 0) throw std::length_error("more than 2^24 private states: too many to search exactly");
    for (unsigned i = 0; i < local_bytes; ++i) *at++ = static_cast<std::uint8_t>(one >> (8 * i));
  }
  std::memcpy(at, in.value.data(), registers_);
  at += registers_;
  std::memset(at, 0, (registers_ + 3) / 4);
  for (std::size_t r = 0; r < registers_; ++r)
    at[r / 4] = static_cast<std::uint8_t>(at[r / 4] | index(in.held[r]) << (r % 4 * 2));

  if (states_ * 2 > index_.size()) grow_index();
  std::size_t slot = hash(scratch_.data()) & (index_.size() - 1);
  for (; index_[slot] != 0; slot = (slot + 1) & (index_.size() - 1))
    if (std::memcmp(packed_.data() + (index_[slot] - 1) * width_, scratch_.data(), width_) == 0)
      return index_[slot] - 1;
  packed_.insert(packed_.end(), scratch_.begin(), scratch_.end());
  index_[slot] = static_cast<std::uint32_t>(++states_);
  return index_[slot] - 1;
}

std::uint64_t state_graph::hash(const std::uint8_t* packed) const {
  std::uint64_t mixed = 1469598103934665603U;
  for (std::size_t i = 0; i < width_; ++i) mixed = (mixed ^ packed[i]) * 1099511628211U;
  return mixed ^ mixed >> 32U;
}

void state_graph::grow_index() {
  std::vector<std::uint32_t> larger(index_.size() * 4);
  for (std::uint32_t state = 0; state < states_; ++state) {
    std::size_t slot = hash(packed_.data() + std::size_t{state} * width_) & (larger.size() - 1);
    while (larger[slot] != 0) slot = (slot + 1) & (larger.size() - 1);
    larger[slot] = state + 1;
  }
  index_ = std::move(larger);
}

// The access happens to the payer's copies: true if the payer pays.
bool state_graph::pay(picture& next, process_id p, const operation& what) const {
  const bool reads = what.kind == wish::read;
  if (model_.by_home) return p == payer_ && what_.shared().home[what.where] != p;
  auto& held = next.held[what.where];
  if (p == payer_) {
    const own_access mine = (reads ? model_.caches.own_read : model_.caches.own_write)[index(held)];
    held = mine.becomes;
    return mine.remote;
  }
  held = (reads ? model_.caches.others_read : model_.caches.others_write)[index(held)];
  return false;
}

void state_graph::step(const picture& now, process_id p, word session) {
  auto& local = *locals_[p];
  const operation what = local.posted(now.local[p]);
  picture next = now;
  word answer = session;
  bool costs = false;
  if (what.is_access()) {
    costs = pay(next, p, what);
    const word held = values_[now.value[what.where]];
    if (what.kind != wish::write) answer = held;
    if (what.writes()) next.value[what.where] = number_of(what.leaves(held));
  }
  next.local[p] = local.after(now.local[p], answer);
  const bool ends = p == payer_ && local.passages(next.local[p]) != local.passages(now.local[p]);
  edges_.emplace_back(pack(next), costs, ends);
}

bool state_graph::explore() {
  picture now{std::vector<std::uint32_t>(what_.size().n, local_states::born), {}, {}};
  for (const word value : what_.shared().initial) now.value.push_back(number_of(value));
  now.held.assign(registers_, copy::none);
  pack(now);
  const word sessions = what_.solves() == problem::group_exclusion ? std::max<word>(1, what_.size().sessions) : 1;
  for (std::uint32_t state = 0; state < states_; ++state) {
    if (states_ > bounds_.states) return false;
    unpack(state, now);
    for (process_id p = 0; p < what_.size().n; ++p) {
      const bool sets_out = locals_[p]->posted(now.local[p]).kind == wish::set_out;
      if (sets_out && locals_[p]->passages(now.local[p]) == bounds_.passages) continue;
      for (word session = 1; session <= (sets_out ? sessions : 1); ++session) step(now, p, session);
    }
    first_edge_.push_back(edges_.size());
  }
  return true;
}

bool state_graph::sets_out(std::uint32_t state) const {
  picture now{std::vector<std::uint32_t>(what_.size().n), std::vector<std::uint8_t>(registers_),
              std::vector<copy>(registers_)};
  unpack(state, now);
  return locals_[payer_]->posted(now.local[payer_]).kind == wish::set_out &&
         locals_[payer_]->passages(now.local[payer_]) < bounds_.passages;
}

std::uint32_t state_graph::passage(std::uint32_t state) const {
  picture now{std::vector<std::uint32_t>(what_.size().n), std::vector<std::uint8_t>(registers_),
              std::vector<copy>(registers_)};
  unpack(state, now);
  return locals_[payer_]->passages(now.local[payer_]);
}

}  // namespace doorway::lab::rmr
