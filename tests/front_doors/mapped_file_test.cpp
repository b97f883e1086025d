// The same algorithm over a file that two processes have mapped, each at its own address: what the process memory stands on.
//
// Catches pointers in the block, registers that the second process resets, private futexes (hand-offs then wait for the
// next look, up to 50 ms), and words that the two place differently.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <string>

#include "doorway/algorithms/k_exclusion/k_bakery_cc_fast.hpp"
#include "doorway/memory/threads.hpp"
#include "doorway/memory/waking.hpp"
#include "front_doors/support.hpp"

namespace {

using namespace front_doors;
using doorway::word;

constexpr doorway::process_id participants = 4;  // two threads in each of two processes
constexpr int rounds = 200;

// What the participants share besides the lock. Plain, but for the monitor.
struct protocol {
  std::atomic<word> inside, too_many, times_two, started;
  word counter;
  clock::rep left, hand_offs, late;
};

class mapped_file {
 public:
  mapped_file(const std::string& path, std::size_t bytes) : bytes_(bytes) {
    const int file = open(path.c_str(), O_RDWR | O_CLOEXEC);
    if (file < 0 || ftruncate(file, static_cast<off_t>(bytes)) != 0) throw std::runtime_error("open " + path);
    at_ = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (at_ == MAP_FAILED) throw std::runtime_error("mmap " + path);
  }
  ~mapped_file() { munmap(at_, bytes_); }
  mapped_file(const mapped_file&) = delete;
  mapped_file& operator=(const mapped_file&) = delete;
  [[nodiscard]] std::byte* begin() const { return static_cast<std::byte*>(at_); }

 private:
  std::size_t bytes_;
  void* at_;
};

constexpr std::size_t header = 4096;
static_assert(sizeof(protocol) <= header);

// One process: maps the file, makes its own view of the lock, and runs its two threads through it.
void take_part(const std::string& path, doorway::process_id k, doorway::block::contents what, int first,
               const std::function<void()>& when_made) {
  const doorway::parameters size{.n = participants, .k = k};
  const auto words = doorway::detail::words_needed<doorway::k_bakery_cc_fast>(size);
  const mapped_file file(path, header + words * sizeof(word));
  auto& shared = *reinterpret_cast<protocol*>(file.begin());
  doorway::waking memory(participants, std::span(reinterpret_cast<word*>(file.begin() + header), words), what,
                         doorway::futex::reach::many_processes);
  const doorway::k_bakery_cc_fast<doorway::waking> lock(memory, size);
  when_made();
  in_threads(2, [&](int t) {
    using passage_type = doorway::k_bakery_cc_fast<doorway::waking>::passage;
    passage_type passage;
    doorway::waking::here<passage_type> here(memory, static_cast<doorway::process_id>(first + t), passage,
                                             doorway::patience::for_ever());
    for (++shared.started; shared.started < participants;) std::this_thread::yield();
    for (int i = 0; i < rounds; ++i) {
      lock.enter(here);
      const auto now = clock::now().time_since_epoch().count();
      if (const word together = ++shared.inside; together > k) ++shared.too_many;
      else if (together == 2) ++shared.times_two;
      if (k == 1) {
        ++shared.counter;
        if (shared.left != 0) ++shared.hand_offs;
        if (shared.left != 0 && now - shared.left > clock::duration(15ms).count()) ++shared.late;
      }
      std::this_thread::sleep_for(300us);  // all others sleep by now
      if (k == 1) shared.left = clock::now().time_since_epoch().count();
      --shared.inside;
      lock.exit(here);
    }
  });
}

class two_processes : public testing::TestWithParam<doorway::process_id> {};
INSTANTIATE_TEST_SUITE_P(k, two_processes, testing::Values(1, 2), testing::PrintToStringParamName());

TEST_P(two_processes, share_one_file) {
  const auto k = GetParam();
  std::string path = std::filesystem::temp_directory_path() / ("doorway-mapped-" + std::string(6, 'X'));
  const int file = mkstemp(path.data());
  ASSERT_GE(file, 0);
  close(file);

  const auto start = clock::now();
  pid_t child = -1;
  take_part(path, k, doorway::block::contents::fresh, 0, [&] {
    child = fork();
    if (child != 0) return;
    try {
      take_part(path, k, doorway::block::contents::kept, 2, [] {});
      _exit(0);
    } catch (...) {
      _exit(1);
    }
  });
  ASSERT_GT(child, 0);
  int status = -1;
  waitpid(child, &status, 0);
  const auto took = clock::now() - start;
  EXPECT_EQ(status, 0);

  const mapped_file again(path, header);
  const auto& shared = *reinterpret_cast<protocol*>(again.begin());
  std::filesystem::remove(path);
  EXPECT_EQ(shared.too_many, 0U);
  EXPECT_EQ(shared.inside, 0U);
  if (k == 1) {
    EXPECT_EQ(shared.counter, word{participants} * rounds);
    EXPECT_LE(shared.late, 1 + shared.hand_offs / 100) << "of " << shared.hand_offs << " hand-offs";
    std::printf("%lld hand-offs, %lld late\n", static_cast<long long>(shared.hand_offs),
                static_cast<long long>(shared.late));
  } else {
    EXPECT_GT(shared.times_two, 0U) << "never two inside";
    EXPECT_LT(took, 5s);
  }
}

}  // namespace
