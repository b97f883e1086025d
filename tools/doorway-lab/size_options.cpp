#include "size_options.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace doorway::lab {

namespace {

constexpr std::int64_t most_sessions = 1024;

template <class... Values>
[[noreturn]] void usage_error(fmt::format_string<Values...> text, Values&&... values) {
  throw CLI::ValidationError(fmt::format(text, std::forward<Values>(values)...));
}

}  // namespace

void size_options::add_to(CLI::App& command) {
  n_option_ = command.add_option("-n", n, fmt::format("processes, 1 to {} ({})", most, n));
  command.add_option("-k", k, "k-exclusion: how many may be inside, 1 to n (2)");
  command.add_option("-l", l, "partial-exclusion: how many may be inside with k-1 crashes, k to n (k+1)");
  command.add_option("--sessions", sessions, "group exclusion: how many sessions there are (2)");
}

void size_options::check() const {
  if (n < 1) usage_error("-n {}: at least one process is needed; give 1 to {}", n, most);
  if (n > most) usage_error("-n {}: there is room for {} processes; give a smaller n", n, most);
  if (k && *k < 1) usage_error("-k {}: at least one process must be let in; give 1 to n", *k);
  if (k && *k > n)
    usage_error("-k {}: more than the {} processes that there are; give a smaller k or a larger n", *k, n);
  if (l && *l < k.value_or(std::min<std::int64_t>(2, n)))
    usage_error("-l {}: smaller than k = {}; l processes may be inside and k-1 of them crash, so give k <= l <= n", *l,
                k.value_or(std::min<std::int64_t>(2, n)));
  if (l && *l > n)
    usage_error("-l {}: more than the {} processes that there are; give a smaller l or a larger n", *l, n);
  if (sessions && *sessions < 1)
    usage_error("--sessions {}: at least one session is needed; give 1 or more", *sessions);
  if (sessions && *sessions > most_sessions)
    usage_error("--sessions {}: the monitor counts at most {}; give fewer", *sessions, most_sessions);
}

std::int64_t most_n(const entry& one) { return one.value("most_n", std::int64_t{most_processes}); }

void size_options::check_fits(const entry& one) const {
  const auto name = one.at("name").get<std::string>();
  const auto problem = one.at("problem").get<std::string>();
  if (n_given() && n > most_n(one))
    usage_error("-n {}: {} is for at most {} processes; give a smaller n", n, name, most_n(one));
  if (k && *k != 1 && !takes(one, "k"))
    usage_error("-k {}: {} solves {}, where k is 1; leave -k out", *k, name, problem);
  if (l && !takes(one, "l")) usage_error("-l {}: {} has no l, only partial-exclusion has; leave -l out", *l, name);
  if (sessions && !takes(one, "s"))
    usage_error("--sessions {}: {} solves {}, which has no sessions; leave --sessions out", *sessions, name, problem);
}

parameters size_options::for_algorithm(const entry& one) const {
  parameters size{.n = static_cast<process_id>(std::min(n, most_n(one)))};
  if (takes(one, "k")) size.k = std::min(size.n, static_cast<process_id>(k.value_or(std::min<std::int64_t>(2, n))));
  if (takes(one, "l")) size.l = static_cast<process_id>(l.value_or(std::min<std::int64_t>(size.k + 1, n)));
  if (takes(one, "s")) size.sessions = static_cast<word>(sessions.value_or(2));
  return size;
}

std::string to_string(const parameters& size, const entry& one) {
  std::string out = fmt::format("n={}", size.n);
  if (takes(one, "k")) out += fmt::format(" k={}", size.k);
  if (takes(one, "l")) out += fmt::format(" l={}", size.l);
  if (takes(one, "s")) out += fmt::format(" s={}", size.sessions);
  return out;
}

}  // namespace doorway::lab
