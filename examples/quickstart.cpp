// Three slots, eight threads: never more than three inside, and everybody gets its turns.
#include <atomic>
#include <doorway/k_mutex.hpp>
#include <iostream>
#include <mutex>
#include <thread>
#include <vector>

int main() {
  doorway::k_mutex slots(3);
  std::atomic<int> inside = 0, crowded = 0, passages = 0;
  std::vector<std::jthread> threads;
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 1000; ++i) {
        const std::lock_guard slot(slots);
        if (++inside > 3) ++crowded;
        ++passages;
        --inside;
      }
    });
  threads.clear();  // joins
  std::cout << passages << " passages, " << crowded << " times more than 3 inside\n";
}
