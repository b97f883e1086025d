// Peterson's lock for two processes, and the same with its first two lines swapped, checked by Doorway's lab.
#include <doorway/core/registers.hpp>
#include <doorway/core/sections.hpp>
#include <iostream>
#include <lab/check.hpp>

template <class Memory>
class peterson {
 public:
  static constexpr auto solves = doorway::problem::mutual_exclusion;
  using passage = doorway::nothing;

  constexpr peterson(Memory& memory, const doorway::parameters&)
      : Want(memory, {.name = "Want", .rows = 2, .domain = 2, .writer = doorway::writer::row}),
        Last(memory, {.name = "Last", .domain = 2, .writer = doorway::writer::anyone}) {}

  constexpr bool enter(auto& here) const {
    const auto p = here.id();
    Want.write(p, 1);     // 1
    Last.announce(0, p);  // 2
    here.end_of_doorway();
    return here.await([&] { return !Want.read(1 - p) || Last.read(0) != p; });  // 3
  }
  constexpr void exit(auto& here) const { Want.write(here.id(), 0); }  // 4

  doorway::registers<Memory> Want, Last;
};

template <class Memory>
struct swapped : peterson<Memory> {
  using peterson<Memory>::peterson;
  constexpr bool enter(auto& here) const {
    const auto p = here.id();
    this->Last.write(0, p);     // 2
    this->Want.announce(p, 1);  // 1
    here.end_of_doorway();
    return here.await([&] { return !this->Want.read(1 - p) || this->Last.read(0) != p; });  // 3
  }
};

template <template <class> class Algorithm>
void check(const char* name) {
  namespace lab = doorway::lab;
  const lab::program_of<Algorithm> code({.n = 2}, {.passages = 0});  // passages without end
  lab::question asked;
  asked.limits.threads = 1;  // the same counterexample every time
  const lab::report found = lab::check(code, asked);
  std::cout << name << '\n';
  for (const auto& f : found.findings) {
    std::cout << "  " << lab::name(f.what) << ": " << lab::name(f.is) << (f.reason.empty() ? "" : ": ") << f.reason
              << '\n';
    if (f.counterexample) std::cout << '\n' << lab::drawn(*f.counterexample) << '\n';
  }
}

int main() {
  check<peterson>("peterson");
  check<swapped>("swapped");
}
