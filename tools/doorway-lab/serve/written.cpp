#include "serve/written.hpp"

#include <fmt/core.h>

#include "lab/catalogue/setting_json.hpp"
#include "serve/answering.hpp"
#include "serve/bundle.hpp"
#include "serve/playing.hpp"

namespace doorway::lab::serving {

std::string answer_page(const programs& all, const program& code, const report& found, const std::string& command,
                        const std::string& lead, const std::string& home) {
  const entry told = report_json(code, found);
  const entry of = setting_json(code.how());
  entry data{{"title", fmt::format("{} {}", code.how().algorithm, in_options(code.how()))},
             {"lead", lead},
             {"command", command},
             {"setting", of},
             {"report", told},
             {"runs", entry::array()}};
  if (!home.empty()) data["home"] = home;
  for (const auto& one : told.at("findings")) {
    if (!one.contains("run")) continue;
    entry asked{{"setting", of}, {"run", one.at("run")}};
    if (one.contains("loop")) asked["loop"] = one.at("loop");
    data["runs"].push_back(
        {{"property", one.at("property")}, {"played", play(all, asked)}, {"texts", texts(all, asked)}});
  }
  return bundled("answer_page.js", data);
}

std::string report_page(const entry& data) { return bundled("report_page.js", data); }

}  // namespace doorway::lab::serving
