// Passages that nobody disturbs, to be counted by callgrind (count.sh). For each lock: a few to get warm, then 100, then 1100; the
// difference of the last two is 1000 passages and nothing else. phase_ends() is where callgrind writes down what it has
// counted. Prints the names of the locks in their order.
#include <cstdio>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "doorway/algorithms/k_exclusion/k_bakery_fife_fast.hpp"
#include "doorway/k_mutex.hpp"
#include "doorway/mutex.hpp"
#include "doorway/named_k_mutex.hpp"

extern "C" [[gnu::noinline]] void phase_ends() { asm volatile("" ::: "memory"); }

namespace {

template <class Lock>
void pass(Lock& lock) {
  for (const int passages : {10, 100, 1100}) {
    for (int i = 0; i < passages; ++i) {
      lock.lock();
      lock.unlock();
    }
    phase_ends();
  }
}

template <class Lock, class... Arguments>
std::function<void()> with(Arguments... arguments) {
  return [=] {
    Lock lock(arguments...);
    pass(lock);
  };
}

}  // namespace

int main() {
  using namespace doorway;
  std::vector<std::pair<std::string, std::function<void()>>> cases;
  for (const process_id capacity : {8U, 64U, 256U}) {
    cases.emplace_back("mutex, capacity " + std::to_string(capacity), with<mutex>(capacity));
    cases.emplace_back("k_mutex, k 2, capacity " + std::to_string(capacity), with<k_mutex>(process_id{2}, capacity));
    cases.emplace_back("k_mutex of k-bakery-fife-fast, k 2, capacity " + std::to_string(capacity),
                       with<basic_k_mutex<k_bakery_fife_fast>>(process_id{2}, capacity));
    cases.emplace_back("named_k_mutex, k 2, seats " + std::to_string(capacity),
                       with<named_k_mutex>("passages-" + std::to_string(capacity),
                                           named_k_options{.k = 2, .seats = capacity, .what = "x"}));
  }
  for (const auto& [name, run] : cases) {
    run();
    std::puts(name.c_str());
  }
}
