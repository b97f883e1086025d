// What may lie where a lock's file should be, and what others may do to it: each a clear error or right behaviour.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <atomic>
#include <fstream>
#include <mutex>

#include "doorway/named_group_mutex.hpp"
#include "doorway/named_k_mutex.hpp"
#include "doorway/named_mutex.hpp"
#include "doorway/processes/remove.hpp"
#include "doorway/processes/sigbus.hpp"
#include "powers/powers.hpp"
#include "scene.hpp"

namespace {

using namespace doorway;
using namespace scene;

testing::AssertionResult says(const std::string& message, const std::string& part) {
  if (message.find(part) != std::string::npos) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "it says: " << message;
}
std::string open_m() {
  return message_of([] { named_mutex("m"); });
}
void make_m() { const named_mutex made("m"); }

// The header's words: magic, version, bytes, n, k, state.
void put_word(const std::string& path, std::streamoff index, word value) {
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(index * 8);
  file.write(reinterpret_cast<const char*>(&value), sizeof value);
}

TEST(HostileFile, CutOffBeforeItIsOpened) {
  const place here;
  make_m();
  const auto full = std::filesystem::file_size(here.file("m"));
  for (const auto size : {std::uintmax_t{0}, std::uintmax_t{100}, std::uintmax_t{4096}, full / 2, full - 8, full + 8}) {
    std::filesystem::resize_file(here.file("m"), size);
    const auto message = open_m();
    EXPECT_TRUE(says(message, here.file("m") + " cannot be used")) << size;
    EXPECT_TRUE(says(message, "delete it")) << size;
    std::filesystem::remove(here.file("m"));
    make_m();
  }
}

TEST(HostileFile, CutOffWhileInUseIsAnErrorOfTheNextToEnter) {
  const place here;
  named_mutex lock("m");
  lock.lock();
  lock.unlock();
  std::filesystem::resize_file(here.file("m"), 5000);
  std::this_thread::sleep_for(15ms);
  EXPECT_THROW(lock.lock(), processes::cut_off);
  EXPECT_TRUE(says(message_of([&] { lock.lock(); }), here.file("m") + " was cut off"));
}

bool somebody_waits() {
  const auto of = processes::file::find(processes::directory::own(), "m");
  for (process_id i = 0; of && i < of->seats(); ++i)
    if (processes::load(of->note(i).active) != 0 &&
        processes::load(of->note(i).section) == static_cast<word>(section::waiting))
      return true;
  return false;
}

// A process that waits meets the hole before it can look.
TEST(HostileFile, CutOffWhileWaitingIsSigbusOrTheMessageThatWasAskedFor) {
  for (const bool asked : {false, true}) {
    const place here;
    named_mutex lock("m");
    lock.lock();
    child one([&] {
      if (asked) {
        processes::exit_when_cut_off(125);
        const int log = ::open(here.file(".log").c_str(), O_WRONLY | O_CREAT, 0600);
        ::dup2(log, STDERR_FILENO);
      }
      named_mutex mine("m");
      return mine.try_lock_for(60s) ? 0 : 1;
    });
    ASSERT_TRUE(soon(somebody_waits));
    std::filesystem::resize_file(here.file("m"), 0);
    EXPECT_EQ(one.wait(), asked ? 125 : -SIGBUS);
    if (!asked) continue;
    std::string line;
    std::getline(std::ifstream(here.file(".log")), line);
    EXPECT_TRUE(says(line, "doorway: " + here.file("m") + " was cut off while it was in use"));
  }
}

TEST(HostileFile, AnotherFilesSigbusIsNotOurs) {
  const place here;
  child one([&] {
    processes::exit_when_cut_off(125);
    const named_mutex lock("m");
    std::ofstream(here.file(".other")) << "x";
    const int fd = ::open(here.file(".other").c_str(), O_RDWR);
    auto* at = static_cast<volatile char*>(::mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0));
    std::filesystem::resize_file(here.file(".other"), 0);
    return static_cast<int>(at[0]);
  });
  EXPECT_EQ(one.wait(), -SIGBUS);
}

// Catches a handler that forgets whom the program had asked before, or takes itself for that one when it is asked twice.
TEST(HostileFile, AnotherFilesSigbusGoesToWhoWasAskedBefore) {
  const place here;
  child one([&] {
    struct sigaction own {};
    own.sa_handler = [](int) { ::_exit(77); };
    if (::sigaction(SIGBUS, &own, nullptr) != 0) return 1;
    processes::exit_when_cut_off(125);
    processes::exit_when_cut_off(126);
    const named_mutex lock("m");
    std::ofstream(here.file(".other")) << "x";
    const int fd = ::open(here.file(".other").c_str(), O_RDWR);
    auto* at = static_cast<volatile char*>(::mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0));
    std::filesystem::resize_file(here.file(".other"), 0);
    return static_cast<int>(at[0]);
  });
  EXPECT_EQ(one.wait(), 77);
}

TEST(HostileFile, OfAnotherKindOrVersion) {
  const place here;
  std::ofstream(here.file("m")) << std::string(8192, 'x');
  EXPECT_TRUE(says(open_m(), "does not begin as doorway's files do"));
  std::filesystem::remove(here.file("m"));
  make_m();
  put_word(here.file("m"), 1, 77);
  EXPECT_TRUE(says(open_m(), "another version of doorway (layout 77, this one is 3)"));
}

void put_algorithm(const std::string& path, const std::string& name) {
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(7 * 8);  // after the six words above and the text's own version
  std::string text = name;
  text.resize(64);
  file.write(text.data(), 64);
}

// What cannot be recovered is refused by name, and so is what is not known.
TEST(HostileFile, OfAnAlgorithmThatIsNotForProcesses) {
  const place here;
  make_m();
  EXPECT_EQ(open_m(), "no exception");
  put_algorithm(here.file("m"), "black-white-bakery");
  EXPECT_TRUE(says(open_m(), "'m' runs the algorithm 'black-white-bakery', not 'k-bakery-cc-fast'"));
  put_algorithm(here.file("m"), "k-bakery-2030");
  EXPECT_TRUE(says(open_m(), "'m' runs the algorithm 'k-bakery-2030', not 'k-bakery-cc-fast'"));
  EXPECT_TRUE(says(open_m(), "'doorway remove m'"));
  put_algorithm(here.file("m"), "a\x1b[31m\n\xff");
  EXPECT_TRUE(says(open_m(), "'a?[31m"));
  put_algorithm(here.file("m"), "group-bakery");
  EXPECT_TRUE(says(open_m(), "'m' runs the algorithm 'group-bakery', not 'k-bakery-cc-fast'"));
  EXPECT_EQ(processes::remove(processes::directory::own(), "m"), processes::removal::done);
  EXPECT_EQ(open_m(), "no exception");
}

TEST(HostileFile, WithSizesThatDoNotFit) {
  for (const auto& [index, value] : {std::pair<std::streamoff, word>{3, 0}, {3, 5000}, {3, 255}, {4, 300}, {2, 1}}) {
    const place here;
    make_m();
    put_word(here.file("m"), index, value);
    EXPECT_TRUE(says(open_m(), "cannot be used")) << index << " " << value;
  }
}

// The next ticket would be 0, before everybody's: two would be inside. Who is inside already goes out in peace.
template <template <class> class Algorithm>
word& a_ticket(const processes::file& of) {
  const auto tickets = processes::tickets_in<Algorithm>(of.words(), {.n = of.seats(), .k = of.kind().k});
  EXPECT_GE(tickets.size(), of.seats());
  return const_cast<word&>(tickets[of.seats() - 1]);
}
TEST(HostileFile, WithATicketNearTheEnd) {
  using namespace processes;
  for (const word ticket : {~word{0}, word{1} << 63U, infinity, infinity - 1}) {
    const place here;
    named_mutex lock("m");
    named_group_mutex rooms("rooms");
    lock.lock();
    rooms.lock(1);
    store(a_ticket<k_bakery_cc_fast>(*file::find(directory::own(), "m")), ticket);
    store(a_ticket<group_bakery>(*file::find(directory::own(), "rooms")), ticket);
    child other([&] {
      named_mutex mine("m");
      named_group_mutex its("rooms");
      for (int i = 0; i < 2; ++i) {
        if (message_of([&] { mine.lock(); }).find(here.file("m") + " cannot be used: it was damaged") ==
            std::string::npos)
          return 1;
        if (message_of([&] { its.lock(2); }).find(here.file("rooms") + " cannot be used: it was damaged") ==
            std::string::npos)
          return 2;
      }
      return 0;
    });
    EXPECT_EQ(other.wait(), 0) << ticket;
    lock.unlock();
    rooms.unlock();
  }
}

TEST(HostileFile, OfAnotherUser) {
  if (powers::left_out_without({powers::give_files_away})) return;
  const place here;
  make_m();
  ASSERT_EQ(::chown(here.file("m").c_str(), 65534, 65534), 0);
  EXPECT_TRUE(says(open_m(), "belongs to somebody else; it is not used"));
}

TEST(HostileFile, ThatIsNoFile) {
  const place here;
  std::ofstream(here.file(".target")) << "precious";
  std::filesystem::create_symlink(here.file(".target"), here.file("m"));
  EXPECT_TRUE(says(open_m(), "is a symbolic link; it is not used"));
  std::filesystem::remove(here.file("m"));
  std::filesystem::create_symlink("/nowhere", here.file("m"));
  EXPECT_TRUE(says(open_m(), "is a symbolic link; it is not used"));
  std::filesystem::remove(here.file("m"));
  std::filesystem::create_directory(here.file("m"));
  EXPECT_TRUE(says(open_m(), "is a directory; it is not used: move it away"));
  std::filesystem::remove(here.file("m"));
  ASSERT_EQ(::mkfifo(here.file("m").c_str(), 0600), 0);
  EXPECT_TRUE(says(open_m(), "is not a plain file"));
  std::string text;
  std::ifstream(here.file(".target")) >> text;
  EXPECT_EQ(text, "precious");
}

TEST(HostileFile, ThatIsADevice) {
  if (powers::left_out_without({powers::make_devices})) return;
  const place here;
  make_m();
  std::filesystem::remove(here.file("m"));
  ASSERT_EQ(::mknod(here.file("m").c_str(), S_IFCHR | 0600, ::makedev(1, 3)), 0);
  EXPECT_TRUE(says(open_m(), "is not a plain file"));
}

// A file of another boot is replaced if nobody has it; its holder is of this boot, whatever a container says.
TEST(HostileFile, OfAnotherBoot) {
  const place here;
  using namespace doorway::processes;
  const auto boot_at = static_cast<std::streamoff>(offsetof(file_header, boot) / 8 + 1);
  shared<std::atomic<bool>> told;
  {
    named_mutex lock("m");
    lock.lock();
  }  // destroyed inside: its registers stay set, as after a power cut
  put_word(here.file("m"), boot_at, 0x3131313131313131);
  named_mutex lock("m");
  EXPECT_TRUE(lock.try_lock());
  put_word(here.file("m"), boot_at, 0x3232323232323232);
  EXPECT_FALSE(another_gets<named_mutex>("m")) << "two locks of one name";
}

TEST(HostileFile, NamesThatAreNone) {
  const place here;
  for (const std::string bad : {"", ".", "..", ".new", "-k", "a/b", "/etc/passwd", "a\nb", "a b", "\xC3\xA4"})
    EXPECT_THROW(named_mutex{bad}, std::invalid_argument) << bad;
  EXPECT_THROW(named_mutex(std::string("a\0b", 3)), std::invalid_argument);
  EXPECT_THROW(named_mutex(std::string(201, 'a')), std::invalid_argument);
  EXPECT_NO_THROW(named_mutex(std::string(200, 'a')));
  EXPECT_NO_THROW(named_mutex("a.b_c-d+e@f:1"));
}

TEST(HostileFile, TenThousandNames) {
  const place here(new_folder(256 << 20));
  const auto descriptors = [] {
    return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), std::filesystem::directory_iterator());
  };
  const auto before = descriptors();
  for (int i = 0; i < 10'000; ++i) {
    named_mutex lock("name-" + std::to_string(i), {.seats = 2});
    const std::lock_guard inside(lock);
  }
  EXPECT_EQ(descriptors(), before);
  named_mutex last("name-9999");
  EXPECT_TRUE(last.try_lock());
  EXPECT_EQ(processes::remove(processes::directory::own(), "name-5000"), processes::removal::done);
}

// A command that a holder has started, and a daemon that it left, have no descriptor of ours.
TEST(HostileFile, NothingIsInheritedAcrossExec) {
  const place here;
  named_mutex lock("m");
  shared<std::atomic<pid_t>> daemon;
  child holder([&] {
    named_mutex mine("m");
    mine.lock();
    const pid_t started = ::vfork();  // no fork handlers
    if (started == 0) {
      ::execlp("sleep", "sleep", "60", nullptr);
      ::_exit(1);
    }
    *daemon = started;
    for (;;) ::pause();
    return 0;
  });
  ASSERT_TRUE(soon([&] { return *daemon != 0; }));
  for (const auto& each : std::filesystem::directory_iterator("/proc/" + std::to_string(*daemon) + "/fd")) {
    std::error_code gone;
    EXPECT_EQ(std::filesystem::read_symlink(each, gone).string().find(here.path()), std::string::npos);
  }
  holder.send(SIGKILL);
  EXPECT_TRUE(lock.try_lock_for(1s));
  ::kill(*daemon, SIGKILL);
}

}  // namespace
