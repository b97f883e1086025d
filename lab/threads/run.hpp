// Runs n threads through a subject and watches them.
//
//     subject_of<k_bakery_cc> lock({.n = 8, .k = 2});
//     const outcome seen = run(lock, {.time = std::chrono::seconds(1)});
//
// Judged: too many inside, sessions that meet, a hang (nobody has passed for ten seconds although somebody waits and nobody
// is inside), and, where the plan asks for it, registers that are not back at their initial values and permits that are
// lost. A hung run is called off: who waits gives up, and the threads are joined; a thread that does not even wait in an
// await cannot be called back, and is left behind with all that it uses (outcome.stuck: end the program).
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "lab/threads/full_house.hpp"
#include "lab/threads/outcome.hpp"
#include "lab/threads/participant.hpp"

namespace doorway::lab {

namespace detail {

class race {
  using clock = std::chrono::steady_clock;

 public:
  race(subject& what, const plan& how) : all_(what, how), who_(what.size().n) {}

  // False if some thread could not be joined.
  bool run() {
    std::vector<std::thread> threads;
    try {
      for (process_id p = 0; p < who_.size(); ++p) {
        all_.running.fetch_add(1);
        threads.emplace_back([this, p] { who_[p].run(all_, p); });
      }
    } catch (...) {  // no more threads to be had
      all_.stop = true;
      all_.go = true;
      for (auto& thread : threads) thread.join();
      throw;
    }
    const auto start = clock::now();
    all_.go = true;
    const bool over = watch_until_over(start);
    elapsed_ = clock::now() - start;
    for (auto& thread : threads) over ? thread.join() : thread.detach();
    return over;
  }

  [[nodiscard]] outcome report() const {
    outcome seen;
    std::vector<std::uint64_t> shares;
    bool doorway = false;
    std::uint64_t bypass = 0;
    for (const auto& p : who_) {
      shares.push_back(p.passages());
      seen.passages += p.passages();
      seen.withdrawn += p.withdrawn();
      seen.worst_wait = std::max(seen.worst_wait, p.worst_wait());
      bypass = std::max(bypass, p.worst_bypass());
      doorway = doorway || p.saw_a_doorway();
      seen.bypass_at_least = seen.bypass_at_least || p.bypass_at_least();
    }
    if (doorway) seen.worst_bypass = bypass;
    seen.fairness = jain_index(shares);
    seen.elapsed = elapsed_;
    seen.most_inside = all_.watch.most_inside();
    seen.breaches = all_.watch.breaches();
    seen.findings = all_.watch.findings();
    return seen;
  }

  void check_afterwards() {
    for (const auto& what : all_.what.changed(all_.how.quiescent))
      all_.watch.breach("not back at its initial value when all have left: " + what);
    if (all_.how.full_house) check_full_house(all_.what, all_.watch);
  }

 private:
  bool watch_until_over(clock::time_point start) {
    auto moved = start;
    std::uint64_t before = 0;
    while (all_.running != 0) {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      const auto now = clock::now();
      if (now - start >= all_.how.time || all_.how.interrupted()) all_.stop = true;
      const std::uint64_t passages = sum_of_passages();
      all_.how.progress(now - start, passages);
      if (passages != before || !somebody_waits_for_nobody()) moved = now;
      before = passages;
      if (now - moved < all_.how.hang_after) continue;
      all_.watch.breach("no progress for " + seconds(now - moved) +
                        " s with nobody inside; waiting: " + those_who_wait());
      return call_off();
    }
    return true;
  }

  bool call_off() {
    all_.stop = true;
    all_.cancelled = true;
    const auto patient_until = clock::now() + std::chrono::seconds(5);
    while (all_.running != 0 && clock::now() < patient_until) std::this_thread::sleep_for(std::chrono::milliseconds(2));
    return all_.running == 0;
  }

  [[nodiscard]] std::uint64_t sum_of_passages() const {
    std::uint64_t sum = 0;
    for (const auto& p : who_) sum += p.passages();
    return sum;
  }
  [[nodiscard]] bool somebody_waits_for_nobody() const {
    bool waits = false;
    for (const auto& p : who_) {
      if (p.where() == participant::place::inside) return false;
      waits = waits || p.where() == participant::place::waiting;
    }
    return waits;
  }
  [[nodiscard]] std::string those_who_wait() const {
    std::string names;
    for (process_id p = 0; p < who_.size(); ++p)
      if (who_[p].where() == participant::place::waiting)
        names.append(names.empty() ? "" : ", ").append(std::to_string(p));
    return names;
  }
  static std::string seconds(clock::duration time) {
    return std::to_string(std::chrono::duration_cast<std::chrono::seconds>(time).count());
  }

  arena all_;
  std::vector<participant> who_;
  clock::duration elapsed_{};
};

}  // namespace detail

[[nodiscard]] inline outcome run(subject& what, const plan& how) {
  auto race = std::make_unique<detail::race>(what, how);
  const bool over = race->run();
  if (over) race->check_afterwards();
  outcome seen = race->report();
  seen.stuck = !over;
  if (!over) static_cast<void>(race.release());  // threads still use it
  return seen;
}

}  // namespace doorway::lab
