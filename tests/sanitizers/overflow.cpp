// Overflows an int, for UndefinedBehaviorSanitizer to find. volatile, or the compiler finds it first.
#include <limits>

int main() {
  volatile int most = std::numeric_limits<int>::max();
  return most + 1;
}
