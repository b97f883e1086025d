#include "lab/automata/ticket_words.hpp"

namespace doorway::lab {

component::state with_real_tickets(component::state of) {
  for_each_ticket(of, [](word& ticket) { ticket -= ticket_zero; });
  return of;
}

bool is_same_with_real_tickets(const component::state& ours, const component::state& real) {
  const component::state expected = with_real_tickets(ours);
  if (!(expected.where == real.where && expected.seen == real.seen && expected.stack.size() == real.stack.size()))
    return false;
  // Of a ticket that has been written over in part, bytes may be left that are those of ticket_zero here, and 0 there.
  const auto first = ours.stack.size() % sizeof(word);
  for (std::size_t at = 0; at < ours.stack.size(); ++at) {
    const auto left_behind = static_cast<std::byte>(ticket_zero >> ((at - first) % sizeof(word) * 8));
    const bool is_left_behind = real.stack[at] == std::byte{0} && ours.stack[at] == left_behind;
    if (expected.stack[at] != real.stack[at] && !is_left_behind) return false;
  }
  return true;
}

}  // namespace doorway::lab
