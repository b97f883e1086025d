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
  constexpr std::array<std::pair<std::string_view, double>, 6> units = {
      {{"", 1e9}, {"ms", 1e6}, {"s", 1e9}, {"m", 60e9}, {"h", 3600e9}, {"d", 86400e9}}};
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
  if (error == std::errc() && std::isfinite(number) && number >= 0 && !std::signbit(number)) {
    const std::string_view wanted = text.substr(static_cast<std::size_t>(end - text.data()));
    for (const auto& [unit, length] : units)
      if (unit == wanted) return nanoseconds(static_cast<std::int64_t>(std::min(std::ceil(number * length), 3e18)));
  }
  throw std::invalid_argument(fmt::format("'{}' is no duration: write 500ms, 10s, 2m or 1h", text));
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
