#include "lab/search/ticket_order.hpp"

#include <algorithm>
#include <string>

namespace doorway::lab {

bool can_go_by_order(const program& code) {
  const auto& registers = code.shared().registers();
  const auto grows = [](const register_info& r) { return r.domain == unbounded && !r.lock; };
  return fiber::can_snapshot && code.how().passages == 0 && code.how().buffer == 0 &&
         std::any_of(registers.begin(), registers.end(), grows) &&
         std::all_of(registers.begin(), registers.end(), [&](const register_info& r) {
           const bool empty = r.initial == 0 || r.initial == infinity;
           return !grows(r) || (!r.safe && r.owner() != register_info::many && empty);
         });
}

template <std::size_t Words>
std::vector<ticket_order::outcome<Words>> ticket_order::steps_of(process_id p, const key<Words>& from,
                                                                 const product::states& now) const {
  auto all = taken(p, from, now, squeezed_);
  if (respaced(now, apart_) == now) return all;  // there is no wide gap
  const auto apart = taken(p, from, now, apart_);
  const auto again = taken(p, from, now, {4, 3});
  if (all.size() != apart.size() || apart != again) source_.refuse(p, now[p]);
  for (std::size_t i = 0; i < apart.size(); ++i) {
    if (all[i].to == apart[i].to) continue;
    if (!apart[i].new_ticket) source_.refuse(p, now[p]);
    all.push_back(apart[i]);
  }
  return all;
}
template std::vector<ticket_order::outcome<1>> ticket_order::steps_of(process_id, const key<1>&,
                                                                      const product::states&) const;
template std::vector<ticket_order::outcome<2>> ticket_order::steps_of(process_id, const key<2>&,
                                                                      const product::states&) const;
template std::vector<ticket_order::outcome<3>> ticket_order::steps_of(process_id, const key<3>&,
                                                                      const product::states&) const;
template std::vector<ticket_order::outcome<5>> ticket_order::steps_of(process_id, const key<5>&,
                                                                      const product::states&) const;
template std::vector<ticket_order::outcome<8>> ticket_order::steps_of(process_id, const key<8>&,
                                                                      const product::states&) const;

template <std::size_t Words>
std::vector<ticket_order::outcome<Words>> ticket_order::taken(process_id p, const key<Words>& from,
                                                              const product::states& now, ticket_gaps wide) const {
  const product::states begin = respaced(now, wide);
  key<Words> spaced = from;
  of_.pack(begin, spaced);
  std::vector<outcome<Words>> all;
  const auto reach = [&](const edge& by, std::uint32_t, const key<Words>& after) {
    product::states then{};
    of_.unpack(after, then);
    const bool new_ticket = makes_ticket(p, begin, then[p]);
    then = squeezed(then);
    key<Words> to = after;
    of_.pack(then, to);
    all.push_back({{by.p, 0, by.crash, by.drain}, then[p], to, new_ticket});
  };
  of_.steps_of<Words>(p, spaced, begin, reach, [](const demand&) {});  // what is not known is learned at once
  return all;
}

product::states ticket_order::respaced(const product::states& from, ticket_gaps wide) const {
  auto& [all, renamed, mine] = scratch_;
  all.assign(1, ticket_zero);  // of which 1 is the next, no matter who has it
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
