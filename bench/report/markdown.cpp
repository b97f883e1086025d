#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <stdexcept>

#include "look_up.hpp"
#include "report.hpp"

namespace doorway::bench {

namespace {

struct metric {
  std::string name, text;
  double scale = 1;
  bool with_ratio = false;  // ours divided by the peer's, in brackets
};

// Cells that stand side by side: one column each, headed by what `head` says.
struct block {
  std::vector<const table*> cells;
  std::function<std::string(const cell&)> head;
  std::vector<metric> metrics;
};

block block_of(const results& from, const std::function<bool(const cell&)>& wanted,
               const std::function<std::string(const cell&)>& head, const std::vector<metric>& metrics) {
  block made{.cells = {}, .head = head, .metrics = metrics};
  for (const auto& one : from.tables)
    if (wanted(one.at)) made.cells.push_back(&one);
  return made;
}

std::string entry(const table& in, const row& of, const metric& what) {
  const double value = middle(&of, what.name);
  std::string text = figure(value * what.scale);
  const row* ours = in.find(ours_in(in.at));
  if (what.with_ratio && of.what != kind::ours && ours != nullptr)
    text += fmt::format(" ({})", figure(ratio(ours, &of, what.name)));
  return text;
}

// Ours, and the peers of one kind.
std::string one_table(const block& of, kind peers) {
  std::vector<std::string> locks;
  for (const kind now : {kind::ours, peers})
    for (const auto* in : of.cells)
      for (const auto& each : in->rows)
        if (each.what == now && std::find(locks.begin(), locks.end(), each.lock) == locks.end())
          locks.push_back(each.lock);
  std::string head = "| |";
  std::string rule = "| --- |";
  for (const auto* in : of.cells)
    for (const auto& what : of.metrics) {
      const auto column = of.head(in->at);
      head += " " + column + (column.empty() || what.text.empty() ? "" : ", ") + what.text + " |";
      rule += " --: |";
    }
  std::string out = head + "\n" + rule + "\n";
  for (const auto& lock : locks) {
    out += "| " + lock + " |";
    for (const auto* in : of.cells)
      for (const auto& what : of.metrics) {
        const row* line = in->find(lock);
        out += " " + (line == nullptr ? "" : entry(*in, *line, what)) + " |";
      }
    out += "\n";
  }
  return out;
}

std::string tables(const block& of) {
  if (of.cells.empty()) return "";
  return "Fair peers, in arrival order:\n\n" + one_table(of, kind::fair) + "\nBarging peers, in no order:\n\n" +
         one_table(of, kind::barging) + "\n";
}

std::string first_words(const results& from) {
  std::string out = "# Measurements\n\n";
  out += "Made by `./run bench`, all of it, from [results.json](results.json); nothing here is typed by hand.\n\n";
  if (from.on.busy())
    out += fmt::format(
        "**The machine was busy (others kept {:.1f} processors at work at the start): these figures are worth "
        "little.**\n\n",
        from.on.load);
  if (from.mode != "full") out += "**A quick run: to see that it works, not to quote.**\n\n";
  out += fmt::format(
      "{}, {} processors, {}, {}; {}; others kept {:.2f} processors at work at the start; {} rounds, {:.0f} minutes.\n",
      from.on.processor, from.on.processors, from.on.system, from.on.compiler, from.on.date, from.on.load, from.rounds,
      std::ceil(from.seconds / 60));
  out += fmt::format(
      "A thread that waits for nobody, one on each processor, was stopped for {:.1f} ms at worst within 3 seconds "
      "({}).\n",
      from.on.longest_pause_ms, from.mode == "full" ? "the\nmedian of five looks" : "one look");
  if (!from.missing.empty()) {
    out += "Left out, because their packages were not there:";
    for (const auto& one : from.missing) out += " " + one + (&one == &from.missing.back() ? ".\n" : ",");
  }
  out +=
      "\nIn each round every lock does everything once, in another order than in the round before. A figure is the "
      "median of the\n"
      "rounds. A number in brackets is ours divided by that peer, round by round, and the median of that: for passages "
      "a second\n"
      "more than 1 is good for us, for times less than 1. Ours is `doorway::mutex` where k = 1, `doorway::k_mutex` "
      "where k > 1,\n"
      "with the usual capacity of 64, and `doorway::named_k_mutex` between processes, with 256 seats. Sections are a "
      "loop of\n"
      "known length. Locks that only spin are left out where there are more workers than processors.\n\n";
  return out;
}

std::string solo_part(const results& from) {
  std::string out =
      "## Alone\n\nAcquire and release by one worker that nobody disturbs, in ns. k = 2 where there is a k. The "
      "columns after it are\n"
      "ours of that capacity divided by this lock.\n\n";
  for (const auto* where : {"threads", "processes"}) {
    const table* in = from.find({.workload = "solo", .where = where, .k = 2});
    if (in == nullptr) continue;
    const bool threads = in->at.where == "threads";
    for (const kind peers : {kind::fair, kind::barging}) {
      out += fmt::format("Between {}, {}:\n\n| | ns |", where, peers == kind::fair ? "fair peers" : "barging peers");
      for (const auto* capacity : {"8", "64", "256"}) out += fmt::format(" {} / it |", capacity);
      out += "\n| --- | --: | --: | --: | --: |\n";
      for (const auto& each : in->rows) {
        if (each.what != kind::ours && each.what != peers) continue;
        out += fmt::format("| {} | {} |", each.lock, figure(middle(&each, "ns")));
        for (const auto* capacity : {"8", "64", "256"}) {
          const auto ours = fmt::format(
              fmt::runtime(threads ? "doorway::k_mutex, capacity {}" : "doorway::named_k_mutex, {} seats"), capacity);
          out += fmt::format(" {} |", figure(ratio(in->find(ours), &each, "ns")));
        }
        out += "\n";
      }
      out += "\n";
    }
  }
  return out;
}

std::string workers_text(const cell& at) { return fmt::format("{} {}", at.workers, at.where); }

std::string contention_part(const results& from, const std::string& workload, const std::string& title) {
  std::string out = "## " + title + "\n\n";
  std::vector<std::pair<unsigned, unsigned>> seen;  // k, section
  for (const auto& one : from.tables)
    if (one.at.workload == workload &&
        std::find(seen.begin(), seen.end(), std::pair(one.at.k, one.at.section_ns)) == seen.end())
      seen.emplace_back(one.at.k, one.at.section_ns);
  std::sort(seen.begin(), seen.end());
  for (const auto& group : seen) {
    const auto wanted = [&](const cell& at) {
      return at.workload == workload && std::pair(at.k, at.section_ns) == group;
    };
    out += fmt::format("### k = {}, {} inside\n\nThousands of passages a second, of all together.\n\n", group.first,
                       section_text(group.second));
    out += tables(block_of(from, wanted, workers_text, {{"passages_per_s", "", 1e-3, true}}));
    out +=
        "How much the workers' shares deviate, in percent, and the longest time that one of them was not inside, in "
        "ms.\n\n";
    out += tables(block_of(from, wanted, workers_text, {{"deviation", "%", 100}, {"longest_gap_ms", "ms", 1}}));
  }
  return seen.empty() ? "" : out;
}

std::string simple_part(const results& from, const std::string& workload, const std::string& title,
                        const std::string& what, const std::vector<metric>& metrics) {
  const auto head = [](const cell& at) {
    return workers_text(at) + (at.timeout_us == 0 ? "" : fmt::format(", {} us", at.timeout_us));
  };
  std::string out;
  for (const auto* where : {"threads", "processes"})
    out += tables(block_of(
        from, [&](const cell& at) { return at.workload == workload && at.where == where; }, head, metrics));
  return out.empty() ? "" : "## " + title + "\n\n" + what + "\n\n" + out;
}

}  // namespace

std::string bars_table(const results& from) {
  std::string out =
      "Set before the locks were tuned, except where one says otherwise; ratios as above.\n\n| bar | measured | met "
      "|\n| --- | --- | --- "
      "|\n";
  for (const auto& one : bars(from))
    out += fmt::format("| {} | {} | {} |\n", one.bar, one.measured,
                       one.result == verdict::met      ? "yes"
                       : one.result == verdict::missed ? "**no**"
                                                       : "not measured");
  return out + "\n";
}

std::string markdown(const results& from) {
  std::string out = first_words(from) + "## The bars\n\n" + bars_table(from);
  for (const auto& one : plots(from)) out += fmt::format("![{0}]({0})\n", one.first);
  out += "\n" + solo_part(from);
  out += contention_part(from, "contention", "Many threads, one inside");
  out += contention_part(from, "k-sweep", "Many threads, k inside");
  out += contention_part(from, "processes", "Many processes");
  out += simple_part(
      from, "storm", "Abort storms",
      "Eight workers, 2000 ns inside, each gives up after the time above and comes again: thousands of passages a "
      "second,\nthousands of withdrawals, and how long after its time a worker was back (99 % of them).",
      {{"passages_per_s", "in", 1e-3, true}, {"given_up_per_s", "gave up", 1e-3}, {"late_99_us", "us late", 1}});
  out +=
      simple_part(from, "victim", "A victim against three that come again at once",
                  fmt::format("2000 ns inside; the victim comes every 100 us. Its worst wait in a run{}, and the usual "
                              "one. If what stops\nthreads that wait for nobody (here {:.1f} ms at worst) stops "
                              "the one inside, everybody waits as long, whatever the lock.",
                              from.mode == "full" ? " of 3 seconds" : "", from.on.longest_pause_ms),
                  {{"worst_wait_ms", "worst, ms", 1, true}, {"median_wait_us", "median, us", 1}});
  out += simple_part(from, "waiting", "64 who wait", "Processor time that they burn, in percent of one processor.",
                     {{"processor_percent", "%", 1}});
  out +=
      simple_part(from, "hogs", "Beside two processes that burn their processors",
                  "2000 ns inside: thousands of passages a second, and which part of those without the hogs that is.",
                  {{"passages_per_s", "in", 1e-3, true}, {"kept", "kept", 1}});
  out +=
      simple_part(from, "hand-off", "Hand-off to one who waits awake",
                  "Two workers, 2000 ns inside: from just before the unlock until the other one is inside, and in "
                  "which part of the "
                  "passages\nthe other one came next. `one cache line` is no lock but the least that a hand-off costs.",
                  {{"ns", "ns", 1, true}, {"share", "share", 1}});
  out += simple_part(from, "wake-up", "Hand-off to one who sleeps",
                     "From just before the unlock until the one who slept in lock() is inside.",
                     {{"us", "us", 1, true}, {"us_99", "99 %, us", 1}});
  return out.substr(0, out.find_last_not_of('\n') + 1) + "\n";
}

void write_report(const results& from, const std::string& folder) {
  const auto write = [&](const std::string& name, const std::string& text) {
    std::ofstream file(std::filesystem::path(folder) / name);
    file << text;
    if (!file) throw std::runtime_error("cannot write " + name + " in " + folder);
  };
  for (const auto& [name, text] : plots(from)) write(name, text);
  write("README.md", markdown(from));
}

}  // namespace doorway::bench
