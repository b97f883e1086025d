#include "lab/ticket_order.hpp"

#include <algorithm>
#include <string>

namespace doorway::lab {

bool can_go_by_order(const program& code) {
  const auto& registers = code.shared().registers();
  const auto grows = [](const register_info& r) { return r.domain == unbounded && !r.lock; };
  return fiber::can_snapshot && code.conduct().passages == 0 && code.conduct().buffer == 0 &&
         std::any_of(registers.begin(), registers.end(), grows) &&
         std::all_of(registers.begin(), registers.end(), [&](const register_info& r) {
           const bool empty = r.initial == 0 || r.initial == infinity;
           return !grows(r) || (!r.safe && r.owner() != register_info::many && empty);
         });
}

product::states ticket_order::respaced(const product::states& from, ticket_gaps wide) const {
  auto& [all, renamed, mine] = scratch_;
  all.assign(1, ticket_zero);  // of which 1 is the next, whoever has it
  for (process_id p = 0; p < of_.n(); ++p) {
    const auto& some = source_.tickets(p, from[p]);
    all.insert(all.end(), some.begin(), some.end());
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  renamed.assign(1, ticket_zero);
  for (std::size_t i = 1; i < all.size(); ++i) {
    const bool follows = all[i] == all[i - 1] + 1;
    renamed.push_back(renamed.back() + (follows ? 1 : wide.first));
    if (!follows) wide.first += wide.more;
  }
  if (renamed == all) return from;
  product::states to = from;
  for (process_id p = 0; p < of_.n(); ++p) {
    mine = source_.tickets(p, from[p]);
    for (auto& ticket : mine)
      ticket = renamed[static_cast<std::size_t>(std::lower_bound(all.begin(), all.end(), ticket) - all.begin())];
    to[p] = source_.renamed(p, from[p], mine);
    of_.know(p);
  }
  return to;
}

bool ticket_order::makes_ticket(process_id p, const product::states& before, std::uint32_t then) const {
  const operation next = of_.component(p).seen(then).next;
  if (next.kind == action::write) {
    const register_info& target = of_.registers()[next.where];
    const bool ticket = is_ticket(next.value) && next.value != ticket_zero;
    const bool fits = target.domain == unbounded ? ticket || next.value == 0 || next.value == infinity
                                                 : !ticket || target.owner() != register_info::many;
    if (!fits)
      throw not_by_order("what process " + std::to_string(p) + " writes to " + target.name +
                         " is no ticket, or one where none should be: its passages must be bounded");
  }
  auto& had = scratch_.all;
  had.assign(1, ticket_zero);
  for (process_id q = 0; q < of_.n(); ++q) {
    const auto& some = source_.tickets(q, before[q]);
    had.insert(had.end(), some.begin(), some.end());
  }
  const auto& has = source_.tickets(p, then);
  const auto made = std::count_if(has.begin(), has.end(),
                                  [&](word ticket) { return std::find(had.begin(), had.end(), ticket) == had.end(); });
  if (made > 1) source_.refuse(p, before[p]);
  return made > 0;
}

}  // namespace doorway::lab
