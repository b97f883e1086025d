#include "serve/http.hpp"

#include <fmt/core.h>
#include <httplib.h>
#include <sys/random.h>
#include <sys/socket.h>

#include <array>
#include <stdexcept>

#include "page/files.hpp"
#include "serve/api.hpp"
#include "serve/programs.hpp"

namespace doorway::lab::serving {
namespace {

constexpr const char* host = "127.0.0.1";
constexpr std::size_t most_body = std::size_t{4} << 20U;
constexpr std::size_t workers = 8;
constexpr int seconds_to_read = 5;

// Nothing that is not from here is ever loaded, and nobody may put the page into one of theirs.
constexpr const char* policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:; base-uri "
    "'none'; form-action "
    "'none'; frame-ancestors 'none'";

std::string new_token() {
  std::array<unsigned char, 16> bytes{};
  if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
    throw std::runtime_error("no random token can be made");
  std::string text;
  for (const auto byte : bytes) text += fmt::format("{:02x}", byte);
  return text;
}

// Takes as long whatever is wrong with it.
bool same(std::string_view a, std::string_view b) {
  unsigned char difference = a.size() == b.size() ? 0 : 1;
  for (std::size_t i = 0; i < b.size(); ++i)
    difference = static_cast<unsigned char>(difference | ((i < a.size() ? a[i] : 0) ^ b[i]));
  return difference == 0;
}

const char* type_of(std::string_view name) {
  if (name.ends_with(".html")) return "text/html; charset=utf-8";
  if (name.ends_with(".css")) return "text/css; charset=utf-8";
  return "text/javascript; charset=utf-8";
}

}  // namespace

struct http::inside {
  httplib::Server server;
  api answers;
  std::string token = new_token();
  int port = 0;

  static void refuse(httplib::Response& to, int status, const std::string& why) {
    to.status = status;
    to.set_content(entry{{"error", why}}.dump(-1, ' ', false, entry::error_handler_t::replace), "application/json");
  }

  // A page of another site may not ask, whatever name it has given to this machine; nor may somebody who does not know the token.
  bool is_refused(const httplib::Request& asked, httplib::Response& to) const {
    const auto named = asked.get_header_value("Host");
    if (named != fmt::format("{}:{}", host, port) && named != fmt::format("localhost:{}", port)) {
      refuse(to, 403, "this server answers only to 127.0.0.1");
      return true;
    }
    const auto end = asked.path.find('/', 1);
    if (asked.path.empty() ||
        !same(std::string_view(asked.path).substr(1, end == std::string::npos ? end : end - 1), token)) {
      refuse(to, 403, "the address has another token: open the one that doorway-lab serve has printed");
      return true;
    }
    // A body of a length that is not said, or that grows when it is unpacked, would not be bounded by most_body.
    if (asked.has_header("Transfer-Encoding") || asked.has_header("Content-Encoding")) {
      refuse(to, 400, "a request says its length and is not packed");
      return true;
    }
    return false;
  }

  static void page(const std::string& name, httplib::Response& to) {
    for (const auto& file : doorway::page::files())
      if (file.name == name) return to.set_content(file.text.data(), file.text.size(), type_of(name));
    refuse(to, 404, fmt::format("there is no {} here", name));
  }

  void ask(const std::string& what, const std::string& body, httplib::Response& to) try {
    if (!is_known(what)) return refuse(to, 404, fmt::format("there is nothing called {} to ask for", what));
    to.set_content(answers.answer(what, body).dump(-1, ' ', false, entry::error_handler_t::replace),
                   "application/json");
  } catch (
      const refused& why) {  // an answer like any other: a browser would say on its console that a request has failed
    refuse(to, 200, why.what());
  } catch (const std::exception& why) {
    refuse(to, 500, why.what());
  }

  explicit inside(const programs& all) : answers(all) {
    server.new_task_queue = [] { return new httplib::ThreadPool(workers); };
    server.set_payload_max_length(most_body);
    server.set_read_timeout(seconds_to_read, 0);
    // Not SO_REUSEPORT: a second server on the same port is refused it.
    server.set_socket_options([](socket_t of) {
      const int yes = 1;
      ::setsockopt(of, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    });
    server.set_default_headers({{"Content-Security-Policy", policy},
                                {"X-Content-Type-Options", "nosniff"},
                                {"Referrer-Policy", "no-referrer"},
                                {"Cross-Origin-Resource-Policy", "same-origin"},
                                {"Cache-Control", "no-store"}});
    server.set_pre_routing_handler([this](const httplib::Request& asked, httplib::Response& to) {
      return is_refused(asked, to) ? httplib::Server::HandlerResponse::Handled
                                   : httplib::Server::HandlerResponse::Unhandled;
    });
    server.Get("/[0-9a-f]+/([a-z_]*(?:\\.[a-z]+)?)", [](const httplib::Request& asked, httplib::Response& to) {
      const std::string name = asked.matches[1];
      page(name.empty() ? "index.html" : name, to);
    });
    server.Post("/[0-9a-f]+/api/([a-z]+)", [this](const httplib::Request& asked, httplib::Response& to) {
      ask(asked.matches[1], asked.body, to);
    });
  }
};

http::http(const programs& all) : inside_(std::make_unique<inside>(all)) {}
http::~http() = default;

std::string http::open(int port) {
  auto& in = *inside_;
  if (port == 0) in.port = in.server.bind_to_any_port(host);
  else in.port = in.server.bind_to_port(host, port) ? port : -1;
  if (in.port < 0) throw std::runtime_error(fmt::format("port {} cannot be had; another program may have it", port));
  return fmt::format("http://{}:{}/{}/", host, in.port, in.token);
}

void http::serve() { inside_->server.listen_after_bind(); }
void http::stop() { inside_->server.stop(); }

}  // namespace doorway::lab::serving
