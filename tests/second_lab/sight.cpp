#include "sight.hpp"

#include <algorithm>

namespace doorway::second {
namespace {

void put(std::string& text, word value) { text.append(reinterpret_cast<const char*>(&value), sizeof value); }

std::uint64_t hashed(const std::string& text, std::uint64_t seed) {
  std::uint64_t hash = seed ^ 0xcbf29ce484222325U;
  for (const char c : text) hash = (hash ^ static_cast<std::uint8_t>(c)) * 0x100000001b3U;
  return hash ^ hash >> 29U;
}

const char* name(does what) {
  constexpr const char* names[] = {"read", "write",  "store", "end-write", "add",
                                   "step", "choose", "rest",  "dead",      "err"};
  return names[static_cast<std::size_t>(what)];
}

const char* name(place where) {
  constexpr const char* names[] = {"remainder", "doorway", "waiting", "looking",
                                   "critical",  "exit",    "abort",   "recover"};
  return names[static_cast<std::size_t>(where)];
}

// A sight, from its bytes.
std::string spelled(const std::string& bytes) {
  std::string text;
  for (std::size_t i = 0; i + sizeof(word) <= bytes.size(); i += sizeof(word)) {
    word value = 0;
    std::copy_n(bytes.data() + i, sizeof value, reinterpret_cast<char*>(&value));
    text += value == in_flux ? " ~" : value == infinity ? " oo" : " " + std::to_string(value);
  }
  return text;
}

}  // namespace

std::string sight::bytes() const {
  std::string text;
  for (const word one : registers) put(text, one);
  for (const face& one : processes) {
    put(text, static_cast<word>(one.next.what));
    put(text, one.next.where);
    put(text, one.next.value);
    put(text, static_cast<word>(one.at) | word{one.crashed} << 8U | word{one.held} << 9U | word{one.has_stores} << 10U);
    put(text, one.session);
    put(text, one.oldest.first);
    put(text, one.oldest.second);
    put(text, one.before);
  }
  return text;
}

std::string sight::spelled() const {
  std::string text;
  for (const word one : registers) text += one == in_flux ? "~ " : one == infinity ? "oo " : std::to_string(one) + " ";
  for (const face& one : processes) {
    text += std::string("| ") + name(one.next.what) + " " + std::to_string(one.next.where) + " " +
            std::to_string(one.next.value) + " in " + name(one.at) + (one.crashed ? " crashed" : "");
    if (one.session != 0) text += " session " + std::to_string(one.session);
    if (one.has_stores) text += " stores " + std::to_string(one.oldest.first) + ":" + std::to_string(one.oldest.second);
    if (one.held) text += " held";
    if (one.before != 0) text += " after " + std::to_string(one.before);
    text += " ";
  }
  return text;
}

sight sight_of(const system& of, std::uint32_t number) {
  const state all = of.at(number);
  sight seen{all.registers, {}};
  for (std::uint32_t r = 0; r < seen.registers.size(); ++r)
    if (of.in_flux(all, r)) seen.registers[r] = in_flux;
  for (process_id p = 0; p < of.n(); ++p) {
    const process& it = of.of(all, p);
    face one{it.next, it.at, it.crashed, it.shown_session, it.held, !it.buffer.empty(), {}, all.before[p]};
    if (it.halfway) one.next.what = does::second_half;
    if (one.has_stores) one.oldest = {it.buffer.front().where, it.buffer.front().value};
    seen.processes.push_back(one);
  }
  return seen;
}

void view::see_step(const std::string& from, process_id p, edge::kind by, const std::string& to) {
  steps.insert(hashed(to, hashed(from, word{p} << 8U | static_cast<word>(by))));
}

view view_of(const system& of) {
  const std::uint32_t depth = of.complete_depth();
  view all;
  std::vector<std::string> texts;
  for (std::uint32_t s = 0; s < of.size() && of.depth(s) <= depth; ++s) {
    texts.push_back(sight_of(of, s).bytes());
    all.depths.try_emplace(texts.back(), of.depth(s));
  }
  for (std::uint32_t s = 0; s < texts.size() && of.depth(s) < depth; ++s)
    for (const edge* e = of.steps(s); e != of.steps_end(s); ++e) all.see_step(texts[s], e->p, e->by, texts[e->to]);
  all.states = texts.size();
  return all;
}

std::string difference(const view& found, const view& expected) {
  constexpr std::size_t enough = 4;
  std::string text;
  const auto one_side = [&](const char* who, const view& a, const view& b) {
    std::vector<std::pair<std::uint32_t, std::string>> only;
    for (const auto& [bytes, depth] : a.depths)
      if (const auto at = b.depths.find(bytes); at == b.depths.end() || at->second != depth)
        only.emplace_back(depth, bytes);
    std::sort(only.begin(), only.end());
    for (std::size_t i = 0; i < std::min(only.size(), enough); ++i)
      text += std::string("\n  ") + who + " at " + std::to_string(only[i].first) + ":" + spelled(only[i].second);
    if (only.size() > enough) text += "\n  and " + std::to_string(only.size() - enough) + " more";
  };
  one_side("only the one", found, expected);
  one_side("only the other", expected, found);
  if (text.empty() && found.steps != expected.steps)
    text = "\n  " + std::to_string(found.steps.size()) + " steps, and " + std::to_string(expected.steps.size());
  return text;
}

}  // namespace doorway::second
