// Two threads write one int, for ThreadSanitizer to find.
#include <thread>

int main() {
  int shared = 0;
  std::thread other([&] { shared = 1; });
  shared = 2;
  other.join();
  return shared == 0;
}
