// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/documents/expression.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <numbers>

#include "engine/base/error.h"
#include "engine/base/quote.h"

namespace ng {
namespace {

constexpr std::size_t longest = 1000;
constexpr int deepest = 100;

struct Function {
  std::string_view name;
  int arguments;
  double (*value)(double, double);
};

constexpr Function functions[] = {
    {"+", 2, [](double a, double b) { return a + b; }},
    {"-", 2, [](double a, double b) { return a - b; }},
    {"*", 2, [](double a, double b) { return a * b; }},
    {"/", 2, [](double a, double b) { return a / b; }},
    {"**", 2, [](double a, double b) { return std::pow(a, b); }},
    {"minus", 1, [](double a, double) { return -a; }},
    {"abs", 1, [](double a, double) { return std::abs(a); }},
    {"cos", 1, [](double a, double) { return std::cos(a); }},
    {"exp", 1, [](double a, double) { return std::exp(a); }},
    {"floor", 1, [](double a, double) { return std::floor(a); }},
    {"log", 1, [](double a, double) { return std::log(a); }},
    {"max", 2, [](double a, double b) { return a > b || std::isnan(a) ? a : b; }},
    {"min", 2, [](double a, double b) { return a < b || std::isnan(a) ? a : b; }},
    {"pow", 2, [](double a, double b) { return std::pow(a, b); }},
    {"sin", 1, [](double a, double) { return std::sin(a); }},
    {"sqrt", 1, [](double a, double) { return std::sqrt(a); }},
    {"tanh", 1, [](double a, double) { return std::tanh(a); }},
};
constexpr int first_named = 6;  // functions before this index are operators

int function_named(std::string_view name, int from = 0) {
  for (int i = from; i < static_cast<int>(std::size(functions)); ++i) {
    if (functions[i].name == name) return i;
  }
  return -1;
}

bool starts_name(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) || c == '_';
}
bool goes_on(char c) {
  return starts_name(c) || std::isdigit(static_cast<unsigned char>(c));
}

}  // namespace

// Recursive descent parser that emits steps in evaluation order.
class ExpressionParser {
 public:
  explicit ExpressionParser(Expression& out) : out_(out), text_(out.text_) {}

  void parse() {
    sum();
    if (!at_end()) fail("an operator");
  }

 private:
  using Step = Expression::Step;
  using Code = Expression::Code;

  void skip_spaces() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
  }
  bool at_end() {
    skip_spaces();
    return at_ == text_.size();
  }
  bool take(std::string_view sign) {
    skip_spaces();
    if (!text_.substr(at_).starts_with(sign)) return false;
    if (sign == "*" && text_.substr(at_).starts_with("**")) return false;
    at_ += sign.size();
    return true;
  }
  void call(std::string_view name) { out_.steps_.push_back({Code::call, 0, function_named(name)}); }

  [[noreturn]] void fail(std::string expected) {
    Diagnostic diagnostic;
    diagnostic.what = "this is not an arithmetic expression: " + quote(text_);
    diagnostic.where = "column " + std::to_string(at_ + 1);
    diagnostic.found = at_end() ? "its end" : quote(text_.substr(at_, 20));
    diagnostic.expected = std::move(expected);
    refuse(ErrorKind::value, std::move(diagnostic));
  }

  void sum() {
    product();
    for (;;) {
      const bool plus = take("+");
      if (!plus && !take("-")) return;
      product();
      call(plus ? "+" : "-");
    }
  }

  void product() {
    sign();
    for (;;) {
      const bool times = take("*");
      if (!times && !take("/")) return;
      sign();
      call(times ? "*" : "/");
    }
  }

  void sign() {
    if (++depth_ > deepest) fail("fewer brackets and signs");
    if (take("-")) {
      sign();
      call("minus");
    } else {
      power();
    }
    --depth_;
  }

  void power() {
    atom();
    if (!take("**")) return;
    sign();
    call("**");
  }

  void atom() {
    if (take("(")) {
      sum();
      if (!take(")")) fail("')'");
    } else if (at_ < text_.size() && starts_name(text_[at_])) {
      name();
    } else {
      number();
    }
  }

  void number() {
    double value = 0;
    const char* const end = text_.data() + text_.size();
    const char* const begin = text_.data() + at_;
    const bool digit =
        begin < end && (std::isdigit(static_cast<unsigned char>(*begin)) || *begin == '.');
    const auto [stop, error] = digit ? std::from_chars(begin, end, value)
                                     : std::from_chars_result{begin, std::errc::invalid_argument};
    if (error != std::errc()) fail("a number, a name or '('");
    at_ += static_cast<std::size_t>(stop - begin);
    out_.steps_.push_back({Code::number, value, 0});
  }

  void name() {
    std::size_t end = at_;
    while (end < text_.size() && goes_on(text_[end])) ++end;
    const std::string_view word = text_.substr(at_, end - at_);
    const auto& variables = out_.variables_;
    const auto variable = std::find(variables.begin(), variables.end(), word);
    if (variable != variables.end()) {
      at_ = end;
      out_.steps_.push_back({Code::variable, 0, static_cast<int>(variable - variables.begin())});
    } else if (word == "pi") {
      at_ = end;
      out_.steps_.push_back({Code::number, std::numbers::pi, 0});
    } else {
      const int index = function_named(word, first_named);
      if (index < 0) fail(known_names());
      at_ = end;
      arguments(functions[index]);
      out_.steps_.push_back({Code::call, 0, index});
    }
  }

  void arguments(const Function& function) {
    if (!take("(")) fail("'('");
    for (int i = 0; i < function.arguments; ++i) {
      if (i > 0 && !take(",")) fail("','");
      sum();
    }
    if (!take(")")) fail("')'");
  }

  std::string known_names() const {
    std::string names;
    for (const std::string& variable : out_.variables_) names += variable + ", ";
    names += "pi";
    for (std::size_t i = first_named; i < std::size(functions); ++i) {
      names += ", " + std::string(functions[i].name);
    }
    return "one of: " + names;
  }

  Expression& out_;
  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

Expression::Expression(std::string text, std::vector<std::string> variables)
    : text_(std::move(text)), variables_(std::move(variables)) {
  if (text_.size() > longest) {
    refuse(ErrorKind::value, "an expression is longer than " + std::to_string(longest) +
                                 " characters: " + quote(text_));
  }
  ExpressionParser(*this).parse();
}

double Expression::operator()(std::span<const double> values) const {
  check(values.size() == variables_.size(), "an expression needs a value for each variable");
  std::vector<double> stack;
  for (const Step& step : steps_) {
    if (step.code == Code::number) {
      stack.push_back(step.number);
    } else if (step.code == Code::variable) {
      stack.push_back(values[static_cast<std::size_t>(step.index)]);
    } else {
      const Function& function = functions[step.index];
      const double last = stack.back();
      if (function.arguments == 2) stack.pop_back();
      stack.back() =
          function.arguments == 2 ? function.value(stack.back(), last) : function.value(last, 0);
    }
  }
  return stack.back();
}

}  // namespace ng
