#include "lab/rmr/local_states.hpp"

#include <string_view>

namespace doorway::lab::rmr {

local_states::local_states(const subject& what, process_id p) : what_(what) {
  self_.id = p;
  process::running = &self_;
  self_.body.birth(&local_states::run, this);
  met(0);
}

void local_states::run(void* argument) {
  auto& one = *static_cast<local_states*>(argument);
  one.what_.run(one.self_);
}

// The state in which the process now stands.
std::uint32_t local_states::met(std::uint32_t passages) {
  local now{self_.body.save(), self_.posted, self_.at, passages};
  const std::string_view text(reinterpret_cast<const char*>(now.stack.data()), now.stack.size());
  const std::size_t key =
      std::hash<std::string_view>{}(text) + now.posted.where * 31 + now.posted.value * 37 + passages;
  const auto [first, last] = by_hash_.equal_range(key);
  for (auto it = first; it != last; ++it) {
    const local& other = all_[it->second];
    if (other.passages == passages && other.posted == now.posted && other.at == now.at && other.stack == now.stack)
      return it->second;
  }
  const auto number = static_cast<std::uint32_t>(all_.size());
  by_hash_.emplace(key, number);
  all_.push_back(std::move(now));
  return number;
}

std::uint32_t local_states::after(std::uint32_t state, word answer) {
  const question asked{state, answer};
  if (const auto found = known_.find(asked); found != known_.end()) return found->second;
  const local& from = all_[state];
  self_.posted = from.posted;
  self_.at = from.at;
  self_.answer = answer;
  self_.body.restore(from.stack);
  process::running = &self_;
  self_.body.resume();
  const bool ended = from.posted.kind != wish::set_out && self_.posted.kind == wish::set_out;
  const auto next = met(from.passages + (ended ? 1 : 0));
  known_.emplace(asked, next);
  return next;
}

}  // namespace doorway::lab::rmr
