// A subject: one algorithm on a real memory, behind virtual calls, so that what drives it is compiled once.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "doorway/core/concepts.hpp"
#include "doorway/memory/threads.hpp"
#include "lab/threads/noted.hpp"

namespace doorway::lab {

// What one attempt to enter is told, and what it tells.
struct attempt {
  process_id process = 0;
  word session = 0;
  patience how_long = patience::for_ever();
  const std::atomic<bool>* cancelled = nullptr;  // true: a process that waits gives up, for ever or not
  std::atomic<std::uint64_t>* stamps = nullptr;  // a clock that ticks when it is read
  std::uint64_t doorway_ended = 0;               // out: the stamp there; 0 = the algorithm has no doorway
};

class subject {
 public:
  explicit subject(const parameters& size) : size_(size) {}
  subject(const subject&) = delete;
  subject& operator=(const subject&) = delete;
  virtual ~subject() = default;

  virtual bool enter(attempt& now) = 0;
  virtual void exit(process_id p) = 0;
  virtual void abort(process_id p) = 0;
  [[nodiscard]] virtual problem solves() const = 0;
  [[nodiscard]] virtual std::vector<std::string> changed(const std::vector<std::string>& names) const = 0;
  [[nodiscard]] const parameters& size() const { return size_; }

 private:
  parameters size_;
};

// The memory's own `here`, with a stamp at the end of the doorway and an ear for being cancelled.
template <class Memory, class Passage>
class attentive : public Memory::template here<Passage> {
  using base = typename Memory::template here<Passage>;

 public:
  attentive(const Memory& memory, Passage& carried, attempt& now)
      : base(memory, now.process, carried, now.how_long), now_(now) {}

  void end_of_doorway() const {
    if (now_.stamps != nullptr) now_.doorway_ended = now_.stamps->fetch_add(1) + 1;
    base::end_of_doorway();
  }

  template <class Ready>
  bool await(Ready&& ready) const {
    return await(ready, [] { return process_id{1}; });
  }
  template <class Ready, class Ahead>
  bool await(Ready&& ready, Ahead&& ahead) const {
    bool called_off = false;
    const bool awaited = base::await(
        [&] {
          called_off = now_.cancelled != nullptr && now_.cancelled->load(std::memory_order_relaxed);
          return called_off || ready();
        },
        ahead);
    return awaited && !called_off;
  }

 private:
  attempt& now_;
};

template <template <class> class Algorithm, class Memory = threads>
class subject_of final : public subject {
  using memory = noted<Memory>;
  using algorithm = Algorithm<memory>;
  using passage = typename algorithm::passage;
  using here = attentive<memory, passage>;
  static_assert(meet<algorithm, memory, here>());

 public:
  explicit subject_of(const parameters& size)
      : subject(size),
        memory_(size.n, doorway::detail::words_needed<Algorithm>(size)),
        algorithm_(memory_, size),
        seats_(size.n) {}

  bool enter(attempt& now) override {
    auto& carried = seats_[now.process].carried;
    if constexpr (!keeps_passage<algorithm>) carried = passage{};
    if (!abortable<algorithm, here>) now.how_long = patience::for_ever();
    here who(memory_, carried, now);
    if constexpr (algorithm::solves == problem::group_exclusion) return algorithm_.enter(who, now.session);
    else return algorithm_.enter(who);
  }
  void exit(process_id p) override {
    attempt now{.process = p};
    here who(memory_, seats_[p].carried, now);
    algorithm_.exit(who);
  }
  void abort(process_id p) override {
    attempt now{.process = p};
    here who(memory_, seats_[p].carried, now);
    // Without abort nobody gives up, unless a run that hangs is called off; and then the lock is not used again.
    if constexpr (abortable<algorithm, here>) algorithm_.abort(who);
  }
  [[nodiscard]] problem solves() const override { return algorithm::solves; }
  [[nodiscard]] std::vector<std::string> changed(const std::vector<std::string>& names) const override {
    return memory_.changed(names);
  }

 private:
  struct alignas(words_per_line * sizeof(word)) seat {
    [[no_unique_address]] passage carried{};
  };
  memory memory_;
  algorithm algorithm_;
  std::vector<seat> seats_;
};

}  // namespace doorway::lab
