#include "duration.hpp"

#include <fmt/chrono.h>
#include <fmt/core.h>

#include <array>
#include <charconv>
#include <cmath>
#include <ctime>
#include <stdexcept>
#include <utility>

#include "doorway/processes/participant.hpp"

namespace doorway::tool {

using namespace std::chrono;

nanoseconds parse_duration(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, double>, 5> units = {
      {{"d", 86400e9}, {"h", 3600e9}, {"m", 60e9}, {"s", 1e9}, {"ms", 1e6}}};
  double sum = 0;
  std::size_t next = 0;  // each unit once, the larger before the smaller
  std::string_view rest = text;
  do {
    double number = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number, std::chars_format::fixed);
    if (error != std::errc() || !std::isfinite(number) || number < 0 || std::signbit(number)) break;
    const bool is_first = rest.size() == text.size();
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    const auto unit = rest.substr(0, rest.find_first_not_of("dhms"));
    const bool is_plain = is_first && rest.empty();  // seconds
    while (next < units.size() && !is_plain && units[next].first != unit) ++next;
    if (next == units.size()) break;
    sum += number * (is_plain ? 1e9 : units[next++].second);
    rest.remove_prefix(unit.size());
    if (rest.empty()) return nanoseconds(static_cast<std::int64_t>(std::min(std::ceil(sum), 3e18)));
  } while (!rest.empty());
  throw std::invalid_argument(fmt::format("'{}' is no duration: write 500ms, 10s, 2m or 1h30m", text));
}

std::string in_words(nanoseconds span) {
  const auto ms = duration_cast<milliseconds>(span).count();
  const auto s = ms / 1000;
  if (ms < 1000) return fmt::format("{} ms", ms);
  if (s < 100) return fmt::format("{}.{} s", s, ms / 100 % 10);
  if (s < 3600) return fmt::format("{} min {} s", s / 60, s % 60);
  if (s < 86400) return fmt::format("{} h {} min", s / 3600, s / 60 % 60);
  return fmt::format("{} d {} h", s / 86400, s / 3600 % 24);
}

nanoseconds time_since(word since_boot) {
  const word now = processes::now();
  return nanoseconds(since_boot < now ? static_cast<std::int64_t>(now - since_boot) : 0);
}
system_clock::time_point wall_time(word since_boot) {
  return system_clock::now() - duration_cast<system_clock::duration>(time_since(since_boot));
}

namespace {
std::tm local(system_clock::time_point when) {
  const std::time_t seconds = system_clock::to_time_t(when);
  std::tm parts{};
  ::localtime_r(&seconds, &parts);
  return parts;
}
}  // namespace

std::string clock_time(system_clock::time_point when) {
  const std::tm then = local(when);
  const std::tm now = local(system_clock::now());
  const bool today = then.tm_year == now.tm_year && then.tm_yday == now.tm_yday;
  return today ? fmt::format("{:%H:%M:%S}", then) : fmt::format("{:%Y-%m-%d %H:%M:%S}", then);
}

std::string iso_time(system_clock::time_point when) {
  const std::time_t seconds = system_clock::to_time_t(floor<std::chrono::seconds>(when));
  const auto ms = duration_cast<milliseconds>(when - floor<std::chrono::seconds>(when)).count();
  std::tm parts{};
  ::gmtime_r(&seconds, &parts);
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z", parts, ms);
}

}  // namespace doorway::tool
