// Three slots, eight threads: never more than three inside, and everybody gets its turns.
#include <array>
#include <atomic>
#include <chrono>
#include <doorway/k_mutex.hpp>
#include <iostream>
#include <mutex>
#include <thread>
#include <vector>

int main() {
  doorway::k_mutex slots(3);
  std::atomic<std::size_t> inside = 0, passages = 0;
  std::array<std::atomic<bool>, 9> seen{};  // seen[i]: i threads were inside at once
  std::vector<std::jthread> threads;
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 1000; ++i) {
        const std::lock_guard slot(slots);
        seen[++inside] = true;
        std::this_thread::sleep_for(std::chrono::microseconds(10));  // the work
        ++passages;
        --inside;
      }
    });
  threads.clear();  // joins
  std::size_t most = 8;
  while (!seen[most]) --most;
  std::cout << passages << " passages, at most " << most << " threads inside at once\n";
}
