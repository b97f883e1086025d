// Formulas of the catalogue: the number of registers, or of bits, as a function of n, k and l.
//
//     2n-2     n^2     (n-k)*ceil(log2(n)) + n*ceil(log2(n-k+1))     max(n-k, 0)     k = 1 ? n : 2*n-2
//
// Integers; + - * ^, comparisons = < >, a choice c ? a : b, parentheses, max, min, ceil(x/y), ceil(log2(x)), floor(log2(x/y)) (both 0
// where the logarithm is not positive). A number directly before a name or a parenthesis multiplies.
#pragma once

#include <algorithm>
#include <bit>
#include <cctype>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>

namespace doorway::lab {

class formula {
 public:
  using variables = std::map<std::string, std::int64_t, std::less<>>;

  // The value of the text; std::invalid_argument says where it cannot be read.
  [[nodiscard]] static std::int64_t value(std::string_view text, const variables& known) {
    formula reader(text, known);
    const auto result = reader.choice();
    reader.blank();
    if (reader.at_ != text.size()) reader.fail("an operator");
    return result;
  }

 private:
  formula(std::string_view text, const variables& known) : text_(text), known_(known) {}

  std::int64_t choice() {
    const auto condition = comparison();
    if (!skip('?')) return condition;
    const auto yes = choice();
    expect(':');
    const auto no = choice();
    return condition != 0 ? yes : no;
  }
  std::int64_t comparison() {
    const auto left = sum();
    if (skip('=')) return left == sum() ? 1 : 0;
    if (skip('<')) return left < sum() ? 1 : 0;
    if (skip('>')) return left > sum() ? 1 : 0;
    return left;
  }
  std::int64_t sum() {
    auto total = product();
    for (;;) {
      if (skip('+')) total += product();
      else if (skip('-')) total -= product();
      else return total;
    }
  }
  std::int64_t product() {
    auto total = power();
    while (skip('*')) total *= power();
    return total;
  }
  std::int64_t power() {
    const auto base = atom();
    if (!skip('^')) return base;
    std::int64_t total = 1;
    for (auto i = atom(); i > 0; --i) total *= base;
    return total;
  }
  std::int64_t atom() {
    blank();
    if (skip('-')) return -atom();
    if (skip('(')) return closed(choice());
    if (std::isdigit(peek()) != 0) {
      std::int64_t number = 0;
      while (std::isdigit(peek()) != 0) number = 10 * number + (text_[at_++] - '0');
      return std::isalpha(peek()) != 0 || peek() == '(' ? number * power() : number;
    }
    const auto name = word();
    if (name == "ceil") return ceiling();
    if (name == "floor") return floor();
    if (name == "max" || name == "min") {
      expect('(');
      const auto a = choice();
      expect(',');
      const auto b = closed(choice());
      return name == "max" ? std::max(a, b) : std::min(a, b);
    }
    const auto found = known_.find(name);
    if (found == known_.end()) fail("a number or a known name");
    return found->second;
  }
  std::int64_t ceiling() {  // of log2(x) or x/y
    const auto start = at_;
    expect('(');
    if (std::isalpha(peek()) == 0 || word() != "log2") {
      at_ = start;
      expect('(');
      const auto x = choice();
      expect('/');
      const auto y = closed(choice());
      if (y <= 0) fail("a positive divisor");
      return (x + y - 1) / y;
    }
    at_ = start;
    logarithm();
    const auto x = closed(closed(choice()));
    return x < 2 ? 0 : static_cast<std::int64_t>(std::bit_width(static_cast<std::uint64_t>(x) - 1));
  }
  std::int64_t floor() {  // of log2(x/y)
    logarithm();
    const auto x = choice();
    expect('/');
    const auto y = closed(closed(choice()));
    std::int64_t exponent = 0;
    while (y << (exponent + 1) <= x) ++exponent;
    return exponent;
  }
  void logarithm() {
    expect('(');
    if (word() != "log2") fail("log2");
    expect('(');
  }

  std::string_view word() {
    blank();
    const auto start = at_;
    while (std::isalpha(peek()) != 0 || (at_ > start && std::isdigit(peek()) != 0)) ++at_;
    if (at_ == start) fail("a number or a name");
    return text_.substr(start, at_ - start);
  }
  std::int64_t closed(std::int64_t result) {
    expect(')');
    return result;
  }
  bool skip(char wanted) {
    blank();
    if (peek() != wanted) return false;
    ++at_;
    return true;
  }
  void expect(char wanted) {
    if (!skip(wanted)) fail(std::string("'") + wanted + "'");
  }
  void blank() {
    while (peek() == ' ') ++at_;
  }
  [[nodiscard]] char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  [[noreturn]] void fail(const std::string& wanted) const {
    throw std::invalid_argument("formula \"" + std::string(text_) + "\": expected " + wanted + " at position " +
                                std::to_string(at_ + 1));
  }

  std::string_view text_;
  const variables& known_;
  std::size_t at_ = 0;
};

}  // namespace doorway::lab
