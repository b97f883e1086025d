#include "serve/bundle.hpp"

#include <algorithm>
#include <set>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "page/files.hpp"

namespace doorway::lab::serving {
namespace {

std::string file(const std::string& name) {
  for (const auto& one : doorway::page::files())
    if (one.name == name) return std::string(one.text);
  throw std::logic_error("the page has no file " + name);
}

std::string scope(const std::string& module) { return "module_" + module.substr(0, module.find('.')); }

// The name that is declared: "export async function ask(" -> "ask"
std::string declared(const std::string& line) {
  for (const std::string kind : {"function ", "class ", "const "})
    if (const auto at = line.find(kind); at != std::string::npos) {
      const auto from = at + kind.size();
      return line.substr(from, line.find_first_of(" (={", from) - from);
    }
  throw std::logic_error("what is exported by: " + line);
}

// Each import is one line, and each export stands before what it declares: so the page's files are written.
void add(std::string& to, const std::string& module, std::set<std::string>& done) {
  if (!done.insert(module).second) return;
  std::string body;
  std::string exported;
  std::istringstream lines(file(module));
  for (std::string line; std::getline(lines, line);) {
    constexpr std::string_view import = "import ", from = " from './", exporting = "export ";
    if (line.starts_with(import)) {
      const auto at = line.find(from);
      const std::string other = line.substr(at + from.size(), line.rfind('\'') - at - from.size());
      add(to, other, done);
      body += "const " + line.substr(import.size(), at - import.size()) + " = " + scope(other) + ";\n";
    } else if (line.starts_with(exporting)) {
      exported += (exported.empty() ? "" : ", ") + declared(line);
      body += line.substr(exporting.size()) + '\n';
    } else {
      body += line + '\n';
    }
  }
  to += "const " + scope(module) + " = (() => {\n" + body + "return {" + exported + "};\n})();\n";
}

// As JSON that cannot end the element in which it stands.
std::string in_script(const entry& data) {
  std::string text = data.dump(-1, ' ', false, entry::error_handler_t::replace);
  for (auto at = text.find('<'); at != std::string::npos; at = text.find('<', at + 1)) text.replace(at, 1, "\\u003c");
  return text;
}

constexpr const char* head = R"(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:">
<title>doorway-lab</title>
<link rel="icon" href="data:,">
<style>
)";

}  // namespace

std::string bundled(const std::string& module, const entry& data) {
  std::string script;
  std::set<std::string> done;
  add(script, module, done);
  return head + file("style.css") + "</style>\n</head>\n<body>\n<script type=\"application/json\" id=\"data\">" +
         in_script(data) + "</script>\n<script type=\"module\">\n" + script + "</script>\n</body>\n</html>\n";
}

}  // namespace doorway::lab::serving
