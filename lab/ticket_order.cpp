#include "lab/ticket_order.hpp"

#include <algorithm>
#include <string>

namespace doorway::lab {

bool can_go_by_order(const program& code) {
  const auto& registers = code.shared().registers();
  const auto unbounded_one = [](const register_info& r) { return r.domain == unbounded && !r.lock; };
  return fiber::can_snapshot && code.conduct().passages == 0 && code.conduct().buffer == 0 &&
         std::any_of(registers.begin(), registers.end(), unbounded_one) &&
         std::all_of(registers.begin(), registers.end(), [&](const register_info& r) {
           return !unbounded_one(r) || (!r.safe && r.owner() != register_info::many);
         });
}

product::states ticket_order::respaced(const product::states& from, word gap) const {
  auto& [all, renamed, mine] = scratch_;
  all.assign(1, ticket_zero);  // of which 1 is the next, whoever has it
  for (process_id p = 0; p < of_.n(); ++p) {
    const auto& some = source_.tickets(p, from[p]);
    all.insert(all.end(), some.begin(), some.end());
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  renamed.assign(1, ticket_zero);
  for (std::size_t i = 1; i < all.size(); ++i) renamed.push_back(renamed.back() + (all[i] == all[i - 1] + 1 ? 1 : gap));
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

product::states ticket_order::squeezed(const product::states& from) const { return respaced(from, 2); }

void ticket_order::look_at(process_id p, std::uint32_t state) const {
  const operation next = of_.component(p).seen(state).next;
  if (next.kind != action::write || of_.registers()[next.where].domain != unbounded) return;
  if (next.value != 0 && next.value != infinity && !is_ticket(next.value))
    throw not_by_order("what process " + std::to_string(p) + " writes to " + of_.registers()[next.where].name +
                       " is no ticket: its passages must be bounded");
}

void ticket_order::fail(process_id p, std::uint32_t state) const {
  const operation next = of_.component(p).seen(state).next;
  std::string what = "with its tickets";
  if (answers(next.kind)) what = "with what it reads from " + of_.registers()[next.where].name;
  throw not_by_order("what process " + std::to_string(p) + " does " + what +
                     " depends on more than the order of the tickets: its passages must be bounded");
}

}  // namespace doorway::lab
