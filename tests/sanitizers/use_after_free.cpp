// Reads what it has freed, for AddressSanitizer to find. volatile, or the compiler finds it first.
int main() {
  int* const freed = new int{1};
  int* volatile kept = freed;
  delete freed;
  return *kept;
}
