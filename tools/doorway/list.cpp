// doorway list: the names in use, one a line.

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "directory_option.hpp"
#include "exit_codes.hpp"
#include "names.hpp"
#include "terminal_text.hpp"

namespace doorway::tool {

namespace {

struct list_options {
  directory_option where;
  bool json = false;
};

void run_list(const list_options& given) {
  auto all = nlohmann::ordered_json::array();
  const auto show = [&](const std::string& name, const processes::file& file) {
    const auto& kind = file.kind();
    if (!given.json) {
      fmt::print("{}\n", name);
      return;
    }
    nlohmann::ordered_json one{{"name", name}, {"kind", kind.k == 0 ? "sessions" : "slots"}};
    if (kind.k != 0) one["k"] = kind.k;
    one["seats"] = kind.n;
    one["algorithm"] = kind.algorithm;
    one["file"] = file.path();
    all.push_back(one);
  };
  const auto cannot = [&](const std::string& name, const std::exception& trouble) {
    if (given.json) all.push_back({{"name", name}, {"trouble", printable(trouble.what())}});
    tell(trouble);
  };
  const bool readable = for_each_file(given.where.open(), show, cannot);
  if (given.json) fmt::print("{}\n", all.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
  if (!readable) throw CLI::RuntimeError(doorway_failed);
}

}  // namespace

void add_list(CLI::App& app, invocation& /*ours*/) {
  auto given = std::make_shared<list_options>();
  auto* list = app.add_subcommand("list", "The names in use, one a line");
  list->footer(
      "Your own names, or those of a group with --shared: no user sees another's.\nA name stays until it is removed or "
      "the "
      "machine is restarted, also while nobody uses it; `doorway status` says in which directory.");
  list->add_flag("--json", given->json, "As a JSON array, with kind, k, seats, algorithm and file");
  given->where.add_option(*list);
  list->callback([given] { run_list(*given); });
}

}  // namespace doorway::tool
