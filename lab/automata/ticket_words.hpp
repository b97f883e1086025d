// Where a process has its tickets, when they are known by their order only (ticket_order.hpp): in its registers, in what it is about
// to write, and in words of its stack, which are told by their value from all else that lies there.
#pragma once

#include <cstdint>
#include <cstring>
#include <limits>

#include "lab/automata/component.hpp"

namespace doorway::lab {

// visit(word&) for every ticket. On the stack, the lower half of one may have been left behind alone, and counts as one; but what
// may be an address does not.
template <class Visit>
void for_each_ticket(component::state& in, Visit&& visit) {
  constexpr word lower_half = std::numeric_limits<std::uint32_t>::max();
  for (std::size_t at = in.stack.size() % sizeof(word); at < in.stack.size(); at += sizeof(word)) {
    word found = 0;
    std::memcpy(&found, &in.stack[at], sizeof found);
    const word upper = found & ~lower_half;
    const bool may_be_address = upper >= word{0x1000} << 32U && upper < word{0x8000} << 32U;
    word ticket = may_be_address ? found : (found & lower_half) | (ticket_zero & ~lower_half);
    if (!is_ticket(ticket)) continue;
    visit(ticket);
    if (upper != (ticket_zero & ~lower_half)) ticket = upper | (ticket & lower_half);
    std::memcpy(&in.stack[at], &ticket, sizeof ticket);
  }
  if (is_ticket(in.seen.next.value)) visit(in.seen.next.value);
  for (auto& value : in.seen.own)
    if (is_ticket(value)) visit(value);
}

// The same with tickets counted from 0.
[[nodiscard]] component::state with_real_tickets(component::state of);

// Is `real`, whose tickets are counted from 0, the same as `ours`?
[[nodiscard]] bool is_same_with_real_tickets(const component::state& ours, const component::state& real);

}  // namespace doorway::lab
