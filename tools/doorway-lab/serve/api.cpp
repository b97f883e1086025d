#include "serve/api.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <functional>

#include "lab/properties/property.hpp"
#include "serve/answering.hpp"
#include "serve/comparing.hpp"
#include "serve/playing.hpp"
#include "serve/programs.hpp"

namespace doorway::lab::serving {
namespace {

entry parsed(const std::string& body) try { return parse_foreign(body); } catch (const nlohmann::json::exception&) {
  throw refused("the request is no JSON");
} catch (const std::runtime_error& why) {
  throw refused(fmt::format("the request is {}", why.what()));
}

entry known(const programs& all) {
  auto properties = entry::array();
  for (const property* one : all_properties())
    properties.push_back({{"name", one->name}, {"means", one->means}, {"groups", one->of_groups}});
  return {{"algorithms", all.list()}, {"properties", properties}};
}

std::uint64_t number_in(const entry& asked) { return asked.at("job").get<std::uint64_t>(); }

using handler = std::function<entry(const programs&, jobs&, const entry&)>;
struct request {
  const char* name;
  handler answer;
};
const std::array<request, 10>& requests() {
  static const std::array<request, 10> each{{
      {"known", [](const programs& all, jobs&, const entry&) { return known(all); }},
      {"texts", [](const programs& all, jobs&, const entry& asked) { return texts(all, asked); }},
      {"play", [](const programs& all, jobs&, const entry& asked) { return play(all, asked); }},
      {"export", [](const programs& all, jobs&, const entry& asked) { return exported(all, asked); }},
      {"check",
       [](const programs& all, jobs& work, const entry& asked) {
         const auto question = question_json(all, asked);
         return entry{{"job", work.start({"answer"}, question.dump() + "\n")}, {"command", command_for(all, question)}};
       }},
      {"papers", [](const programs& all, jobs&, const entry&) { return papers(all); }},
      {"fit", [](const programs&, jobs&, const entry& asked) { return fitted(asked); }},
      {"rmr",
       [](const programs& all, jobs& work, const entry& asked) {
         const auto words = rmr_words(all, asked);
         std::string command = all.called();
         for (const auto& word : words)
           if (word != "--json") command += ' ' + word;
         return entry{{"job", work.start(words)}, {"command", command}};
       }},
      {"job", [](const programs&, jobs& work, const entry& asked) { return work.state(number_in(asked)); }},
      {"stop",
       [](const programs&, jobs& work, const entry& asked) {
         work.stop(number_in(asked));
         return entry::object();
       }},
  }};
  return each;
}

}  // namespace

bool is_known(const std::string& what) {
  return what == "import" ||
         std::any_of(requests().begin(), requests().end(), [&](const request& one) { return what == one.name; });
}

entry api::answer(const std::string& what, const std::string& body) try {
  if (what == "import") return imported(all_, body);
  for (const request& one : requests())
    if (what == one.name) return one.answer(all_, jobs_, parsed(body));
  throw refused(fmt::format("there is nothing called {} to ask for", what));
} catch (const nlohmann::json::exception& error) {
  throw refused(fmt::format("not understood: {}", error.what()));
}

}  // namespace doorway::lab::serving
