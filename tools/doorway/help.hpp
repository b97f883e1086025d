// How --help looks: as in a manual page, an option with its value and nothing of the parser's own words.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace doorway::tool {

class help_page : public CLI::Formatter {
 public:
  help_page() {
    column_width(28);
    label("SUBCOMMAND", "COMMAND [...]");
    label("Positionals", "Arguments");
  }

  std::string make_usage(const CLI::App* app, std::string name) const override {
    auto usage = Formatter::make_usage(app, std::move(name));
    if (app->get_name() == "exec") usage.insert(usage.size() - 1, " -- COMMAND [ARGUMENT...]");
    return usage;
  }
  // The value as the option has it in its option_text (" ": none), else in its type_name.
  std::string make_option_opts(const CLI::Option* option) const override {
    const auto& text = option->get_option_text();
    if (!text.empty()) return text == " " ? "" : " " + text;
    return option->get_type_size() == 0 || option->get_type_name().empty() ? "" : " " + option->get_type_name();
  }
  std::string make_option_usage(const CLI::Option* option) const override {
    return option->get_required() ? option->get_name(true) : "[" + option->get_name(true) + "]";
  }
};

}  // namespace doorway::tool
