// The order of arrival, as a search remembers it: for FCFS (k-FCFS for k > 1), FIFE and strong concurrent entry.
//
// A process arrives when its doorway ends; under x86-TSO, when the last store of its doorway has reached memory, for before
// that nobody can have seen it: who sets out then sets out at the same time. Two bits of memory for a pair of processes are not
// needed, one is: before[a][b], "a finished its doorway before b began the one it is in (or has finished), and has not entered
// since". When b enters, fewer than k such a may be left (thesis, section 1.2; with k = 1 none, which is FCFS). A crashed process
// stays where it stood until it is recovered, which withdraws it. In group exclusion there is an order between processes of
// different sessions (FCFS, strong concurrent entry), or, for FIFE as He et al. 2017 have it (P7), between those of the same.
//
// First in, first enabled (FIFE) goes on from there: an a that is left behind is *enabled*, that is, it can enter within a
// bounded number of its own steps. One more bit for each process remembers this.
#pragma once

#include <vector>

#include "lab/properties/property.hpp"

namespace doorway::lab {

class order_of_arrival : public monitor {
 public:
  static constexpr std::uint8_t somebody_is_ahead = 1, somebody_is_overtaken = 2;

  bool remembers_overtaken = false;
  bool until_out =
      false;  // who was ahead of a process is remembered until it is back in its remainder, not until it enters

  void attach(layout& keys, const program& of) override;
  std::uint8_t take(const seen_step& step, std::uint64_t* to) const override;

  // Had a finished its doorway when b began its own, and has not entered since?
  [[nodiscard]] bool is_ahead(const std::uint64_t* key, process_id a, process_id b) const {
    return (ahead_[b].get(key) >> a & 1U) != 0;
  }
  // p waits although somebody has entered who came after it.
  [[nodiscard]] bool is_overtaken(const std::uint64_t* key, process_id p) const { return overtaken_[p].get(key) != 0; }

 protected:
  // q enters, and overtakes these; `broken` if it must not.
  virtual std::uint8_t overtake(process_id q, std::uint64_t whom, std::uint64_t* to) const;
  // p waits no longer: nobody is behind it, and it is not overtaken.
  virtual void withdraw(process_id p, std::uint64_t* to) const;
  // Whether there is an order between a, who waits, and p, who sets out.
  [[nodiscard]] virtual bool conflict(const product::row& a, const product::row& p) const {
    return !groups_ || a.session != p.session;
  }

  process_id n_ = 0;
  std::uint32_t k_ = 1;
  bool groups_ = false;
  std::vector<field> ahead_;

 private:
  std::vector<field> overtaken_;
};

// Of group exclusion: between processes of the same session.
class order_within_session final : public order_of_arrival {
  [[nodiscard]] bool conflict(const product::row& a, const product::row& p) const override {
    return a.session == p.session;
  }
};

// What must be seen where the order matters: somebody waits, and somebody sets out after another has arrived.
template <class Order>
[[nodiscard]] std::string_view nobody_is_ahead(const inquiry& of) {
  const bool seen = of.code().size().n == 1 || of.saw<Order>(order_of_arrival::somebody_is_ahead);
  return seen ? "" : "somebody sets out after another has arrived";
}

}  // namespace doorway::lab
