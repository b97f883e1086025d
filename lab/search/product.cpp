#include "lab/search/product.hpp"

#include "lab/automata/learn_by_snapshot.hpp"

#include <numeric>
#include <stdexcept>

namespace doorway::lab {
namespace {

std::uint16_t narrow(std::size_t value, const char* what) {
  if (value >= std::numeric_limits<std::uint16_t>::max()) throw std::length_error(std::string("too many ") + what);
  return static_cast<std::uint16_t>(value);
}

std::uint16_t marks_of(const observation& seen) {
  unsigned marks = 0;
  switch (seen.at) {
    case stage::remainder: marks = in_remainder; break;
    case stage::doorway: marks = in_doorway; break;
    case stage::waiting: marks = in_waiting; break;
    case stage::awaiting: marks = in_waiting | in_await; break;
    case stage::critical: marks = in_critical; break;
    case stage::exit: marks = in_exit; break;
    case stage::abort: marks = in_abort; break;
    case stage::recover: marks = in_recover; break;
  }
  if (seen.crashed) marks |= is_crashed;
  if (seen.next.kind == action::bad) marks |= is_bad;
  if (seen.hidden) marks |= is_hidden;
  if (seen.has_stores()) marks |= has_stores;
  return static_cast<std::uint16_t>(marks);
}

}  // namespace

product::product(std::vector<automaton> components, const std::vector<register_info>& registers,
                 const value_table& values, std::uint32_t crashes)
    : n_(static_cast<process_id>(components.size())),
      crashes_(crashes),
      components_(std::move(components)),
      registers_(registers),
      values_(values),
      fields_(n_),
      rows_(n_),
      edges_(n_),
      shows_(n_) {
  if (n_ > most_lab_processes) throw std::length_error("too many processes for the lab");
  place_registers();
  std::vector<process_id> widest_first(n_);
  std::iota(widest_first.begin(), widest_first.end(), process_id{0});
  std::stable_sort(widest_first.begin(), widest_first.end(), [&](process_id a, process_id b) {
    return components_[a].nodes.size() > components_[b].nodes.size();
  });
  for (auto p : widest_first) fields_[p] = layout_.add(components_[p].nodes.size());
  for (auto& s : shared_)
    s.holds = layout_.add(std::max<std::uint64_t>(values_.size(s.where), registers[s.where].safe ? 2 : 1));
  for (const auto& c : components_)
    for (const auto& seen : c.observations) buffers_ = buffers_ || seen.has_stores();
  drains_.resize(n_);
  for (process_id p = 0; p < n_; ++p)
    for (std::uint32_t s = 0; s < components_[p].nodes.size(); ++s) add_row(p, s);
}

product::product(learner& source, const std::vector<register_info>& registers, const value_table& values,
                 std::uint32_t crashes, std::uint32_t most, std::uint32_t room, bool buffers)
    : n_(static_cast<process_id>(source.automata().size())),
      crashes_(crashes),
      registers_(registers),
      values_(values),
      source_(&source),
      most_(most),
      fields_(n_),
      buffers_(buffers),
      drains_(n_),
      rows_(n_),
      edges_(n_),
      shows_(n_) {
  if (n_ > most_lab_processes) throw std::length_error("too many processes for the lab");
  place_registers();
  // Which values a register takes is not known yet: its domain, or a guess. More than that is an error (add_row).
  for (auto& f : fields_) f = layout_.add(most);
  for (auto& s : shared_) {
    const auto& declared = registers[s.where];
    const auto guess = declared.domain == unbounded ? room : std::max<std::uint64_t>(declared.domain, 2);
    s.holds = layout_.add(std::max<std::uint64_t>(values_.size(s.where), guess));
  }
  for (process_id p = 0; p < n_; ++p) {
    rows_[p].reserve(most);  // successors() holds on to a row while others are added
    know(p);
  }
}

void product::place_registers() {
  place_.resize(registers_.size());
  for (std::uint32_t r = 0; r < registers_.size(); ++r) {
    if (const process_id owner = registers_[r].owner(); owner < n_) {
      const auto& own = component(owner).own;
      place_[r] = static_cast<std::uint32_t>(std::lower_bound(own.begin(), own.end(), r) - own.begin());
    } else {
      place_[r] = static_cast<std::uint32_t>(shared_.size());
      if (registers_[r].lock) locks_.push_back(place_[r]);
      shared_.push_back({r, {}});
    }
  }
  for (process_id p = 0; p < n_; ++p) own_count_.push_back(component(p).own.size());
}

const automaton& product::learned(process_id p) const { return source_->automata()[p]; }

void product::know(process_id p) const {
  const auto count = learned(p).nodes.size();
  if (count > most_) throw std::length_error("process " + std::to_string(p) + " has too many private states");
  while (rows_[p].size() < count) {
    add_row(p, static_cast<std::uint32_t>(rows_[p].size()));
    rows_[p].back().ready = false;
  }
}

void product::learn(process_id p, std::uint32_t state) const {
  row& here = rows_[p][state];
  here.ready = true;
  if (buffers_) {
    const auto to = source_->drain(p, state);
    drains_[p][state].to = to;
    know(p);
  }
  if (here.what == row::does::stop) return;
  if (here.what != row::does::hold && here.what != row::does::read_other && here.what != row::does::read_shared &&
      here.what != row::does::take_shared && here.what != row::does::add_shared) {
    const auto inputs = here.what == row::does::choose ? learned(p).seen(state).next.value : 1;
    std::vector<std::uint32_t> to;
    for (std::uint32_t i = 0; i < inputs; ++i) to.push_back(source_->step(p, state, i));
    here.first = static_cast<std::uint32_t>(edges_[p].size());
    here.count = narrow(inputs, "choices");
    edges_[p].insert(edges_[p].end(), to.begin(), to.end());
  }
  if (crashes_ > 0) {
    const auto to = source_->crash(p, state);
    here.first_crash = static_cast<std::uint32_t>(edges_[p].size());
    here.crashes = narrow(to.size(), "ends of a crash");
    edges_[p].insert(edges_[p].end(), to.begin(), to.end());
  }
  know(p);
}

std::uint32_t product::learn_read(process_id p, std::uint32_t state, std::uint32_t number) const {
  const auto to = source_->step(p, state, number);
  know(p);
  row& here = rows_[p][state];
  if (number >= here.count) {  // a longer list of edges, at the end
    const auto first = edges_[p].size();
    edges_[p].resize(first + number + 1, automaton::unknown);
    std::copy_n(edges_[p].begin() + here.first, here.count, edges_[p].begin() + static_cast<std::ptrdiff_t>(first));
    here.first = static_cast<std::uint32_t>(first);
    here.count = narrow(number + 1, "values of a register");
  }
  return edges_[p][here.first + number] = to;
}

void product::add_row(process_id p, std::uint32_t s) const {
  const automaton& of = component(p);
  const observation& seen = of.seen(s);
  for (std::size_t i = 0; i < of.own.size(); ++i)
    shows_[p].push_back(seen.own[i] == in_flux ? flux
                                               : narrow(values_.find(of.own[i], seen.own[i]), "values of a register"));

  row& here = rows_[p].emplace_back();
  const operation& next = seen.next;
  const process_id owner = registers_.empty() ? n_ : registers_[next.where].owner();
  const bool is_shared = owner >= n_;
  here.marks = marks_of(seen);
  here.session = static_cast<std::uint32_t>(seen.session);
  using does = row::does;
  switch (next.kind) {
    case action::read: here.what = owner == p ? does::go : is_shared ? does::read_shared : does::read_other; break;
    case action::take: here.what = does::take_shared; break;
    case action::add: here.what = owner == p ? does::go : does::add_shared; break;
    case action::write:
      here.what = !is_shared ? does::go : registers_[next.where].safe ? does::begin_shared : does::write_shared;
      break;
    case action::store: here.what = does::go; break;
    case action::write_end: here.what = is_shared ? does::end_shared : does::go; break;
    case action::pause: here.what = does::go; break;
    case action::choice: here.what = does::choose; break;
    case action::done:
    case action::dead:
    case action::bad:
    case action::drain: here.what = does::stop; break;
  }
  if (seen.buffered) here.what = does::go;
  if (seen.held) here.what = does::hold;
  if (answers(next.kind) || next.kind == action::write || next.kind == action::write_end) {
    here.owner = static_cast<std::uint8_t>(is_shared ? 0 : owner);
    here.slot = narrow(place_[next.where], "registers");
    if (next.kind != action::read && next.kind != action::add && is_shared)
      here.written = narrow(values_.find(next.where, next.value), "values of a register");
  }
  if (here.written > 0 && here.written > shared_[here.slot].holds.mask)
    throw too_many_values("more values of " + registers_[next.where].name + " than there is room for");
  if (buffers_) add_drain(p, s);
  if (source_ != nullptr) return;  // its edges come when they are asked for
  here.count = narrow(of.nodes[s].next.size(), "values of a register");
  if (here.what == does::choose && here.count != next.value) throw std::logic_error("a choice not learned");
  if (here.count == 0 && here.what != does::stop && here.what != does::hold && !answers(next.kind))
    throw std::logic_error("a step not learned");
  here.first = static_cast<std::uint32_t>(edges_[p].size());
  edges_[p].insert(edges_[p].end(), of.nodes[s].next.begin(), of.nodes[s].next.end());
  here.crashes = narrow(of.nodes[s].crash.size(), "ends of a crash");
  here.first_crash = static_cast<std::uint32_t>(edges_[p].size());
  edges_[p].insert(edges_[p].end(), of.nodes[s].crash.begin(), of.nodes[s].crash.end());
  if (crashes_ > 0 && of.may_crash(s) && here.crashes == 0) throw std::logic_error("a crash not learned");
}

// What the oldest store does; where it leads is known only if all has been learned beforehand.
void product::add_drain(process_id p, std::uint32_t s) const {
  const automaton& of = component(p);
  store_step& step = drains_[p].emplace_back();
  const observation& seen = of.seen(s);
  if (!seen.has_stores()) return;
  if (registers_[seen.oldest.where].owner() >= n_) {
    step.slot = narrow(place_[seen.oldest.where], "registers");
    step.written = narrow(values_.find(seen.oldest.where, seen.oldest.value), "values of a register");
    if (step.written > shared_[step.slot].holds.mask)
      throw too_many_values("more values of " + registers_[seen.oldest.where].name + " than there is room for");
  }
  if (source_ != nullptr) return;
  step.to = of.nodes[s].drain;
  if (step.to == automaton::unknown) throw std::logic_error("a drain not learned");
}

std::optional<std::uint32_t> product::sum_of(process_id p, std::uint32_t state, std::uint32_t number) const {
  const row& here = rows_[p][state];
  const bool known = number < here.count && edges_[p][here.first + number] != automaton::unknown;
  if (!known && source_ == nullptr) return {};
  const auto to = known ? edges_[p][here.first + number] : learn_read(p, state, number);
  if ((rows_[p][to].marks & is_bad) != 0) return {};
  const shared_register& s = shared_[here.slot];
  const word amount = component(p).seen(state).next.value;
  const auto sum = values_.find(s.where, values_.value(s.where, number) + amount);
  if (sum > 0 && sum > s.holds.mask)
    throw too_many_values("more values of " + registers_[s.where].name + " than there is room for");
  return sum;
}

bool product::others_write(const states& now, process_id p, std::uint16_t slot) const {
  for (process_id q = 0; q < n_; ++q) {
    const row& there = rows_[q][now[q]];
    if (q != p && there.what == row::does::end_shared && there.slot == slot) return true;
  }
  return false;
}

word product::value(const std::uint64_t* in, const states& now, std::uint32_t where) const {
  const process_id owner = registers_[where].owner();
  if (owner < n_) {
    const auto number = shows_[owner][now[owner] * component(owner).own.size() + place_[where]];
    return number == flux ? in_flux : values_.value(where, number);
  }
  const auto slot = static_cast<std::uint16_t>(place_[where]);
  if (others_write(now, n_, slot)) return in_flux;
  return values_.value(where, static_cast<std::uint32_t>(shared_[slot].holds.get(in)));
}

}  // namespace doorway::lab
