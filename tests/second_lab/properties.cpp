#include "properties.hpp"

#include "cycles.hpp"

namespace doorway::second {
namespace {

bool in_entry(const process& of) {
  return !of.crashed && (of.at == place::doorway || of.at == place::waiting || of.at == place::looking);
}

bool errs(const process& of) { return of.next.what == does::err; }
bool is_endless(const process& of) { return errs(of) && of.next.value == static_cast<word>(mistake::endless); }

process_id outside_remainder(const system& of, std::uint32_t s) {
  process_id count = 0;
  for (process_id p = 0; p < of.n(); ++p) count += of.of(s, p).at != place::remainder ? 1U : 0U;
  return count;
}

bool too_many_inside(const system& of, std::uint32_t s) {
  process_id inside = 0;
  word session = 0;
  bool clash = false;
  for (process_id p = 0; p < of.n(); ++p) {
    const process& it = of.of(s, p);
    if (it.at != place::critical) continue;
    clash = clash || (inside > 0 && it.shown_session != session);
    session = it.shown_session;
    ++inside;
  }
  return of.runs().solves() == problem::group_exclusion ? clash : inside > of.how().size.inside();
}

bool is_not_reset(const system& of, std::uint32_t s, const std::vector<std::uint32_t>& which) {
  for (process_id p = 0; p < of.n(); ++p)
    if (of.of(s, p).at != place::remainder || !of.of(s, p).buffer.empty()) return false;
  const state all = of.at(s);
  const auto& registers = of.runs().registers();
  const auto differs = [&](std::uint32_t r) { return all.registers[r] != registers[r].initial; };
  for (const auto r : which)
    if (differs(r)) return true;
  for (std::uint32_t r = 0; which.empty() && r < registers.size(); ++r)
    if (differs(r)) return true;
  return false;
}

template <class Wrong>
bool never(const system& of, const Wrong& wrong) {
  for (std::uint32_t s = 0; s < of.size(); ++s)
    if (wrong(s)) return false;
  return true;
}

// Nobody goes on for ever so; `also` is asked of a state and p.
template <class Also>
bool nobody(const system& of, endless what, const Also& also) {
  for (process_id p = 0; p < of.n(); ++p) {
    what.p = p;
    what.where = [&, p](std::uint32_t s) { return also(s, p); };
    if (is_possible(of, what)) return false;
  }
  return true;
}

// A process that is there gets out by its own steps.
bool ends(const system& of, place where) {
  const auto stands = [&](std::uint32_t s, process_id p) { return of.of(s, p).at == where && !of.of(s, p).crashed; };
  const auto loops = [&](std::uint32_t s) {
    for (process_id p = 0; p < of.n(); ++p)
      if (stands(s, p) && is_endless(of.of(s, p))) return true;
    return false;
  };
  return never(of, loops) && nobody(of, {.only_p_is_fair = true}, stands);
}

}  // namespace

bool needs_order(std::string_view property) { return property == "fcfs"; }

std::optional<bool> holds(const system& of, std::string_view property, const std::vector<std::uint32_t>& resetting) {
  const process_id k = of.how().size.k;
  const auto enters_not = [&](std::uint32_t s, process_id p) { return in_entry(of.of(s, p)); };
  const auto enters_not_among_k = [&](std::uint32_t s, process_id p) {
    return in_entry(of.of(s, p)) && outside_remainder(of, s) <= k;
  };
  if (property == "exclusion") return never(of, [&](std::uint32_t s) { return too_many_inside(of, s); });
  if (property == "declarations")
    return never(of, [&](std::uint32_t s) {
      for (process_id p = 0; p < of.n(); ++p)
        if (errs(of.of(s, p)) && !is_endless(of.of(s, p))) return true;
      return false;
    });
  if (property == "fcfs") return !of.order_broken;
  if (property == "starvation-freedom") return nobody(of, {}, enters_not);
  if (property == "deadlock-freedom") return nobody(of, {.nobody_enters = true}, enters_not);
  if (property == "weak-deadlock-freedom") return nobody(of, {.nobody_enters = true}, enters_not_among_k);
  if (property == "wait-free-up-to-k") return nobody(of, {.only_p_is_fair = true}, enters_not_among_k);
  if (property == "bounded-exit") return ends(of, place::exit);
  if (property == "bounded-abort") return ends(of, place::abort);
  if (property == "concurrent-entry")
    return nobody(of, {.only_p_is_fair = true}, [&](std::uint32_t s, process_id p) {
      for (process_id q = 0; q < of.n(); ++q)
        if (of.of(s, q).at != place::remainder && of.of(s, q).shown_session != of.of(s, p).shown_session) return false;
      return in_entry(of.of(s, p));
    });
  if (property == "resets") return never(of, [&](std::uint32_t s) { return is_not_reset(of, s, resetting); });
  return {};
}

}  // namespace doorway::second
