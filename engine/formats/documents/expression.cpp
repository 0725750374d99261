// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/documents/expression.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/base/error.h"
#include "engine/base/quote.h"
#include "engine/parsing/syntax.h"

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

std::string known_names(const std::vector<std::string>& variables) {
  std::string names = "one of: ";
  for (const std::string& variable : variables) names += variable + ", ";
  names += "pi";
  for (std::size_t i = first_named; i < std::size(functions); ++i)
    names += ", " + std::string(functions[i].name);
  return names;
}

}  // namespace

// Emits the steps of a syntax tree in evaluation order.
class ScheduleCompiler {
 public:
  explicit ScheduleCompiler(Expression& out) : out_(out) {}

  void run() {
    using Kind = Vocabulary::Level::Kind;
    const Vocabulary vocabulary = {
        .levels = {{Kind::chain, {"+", "-"}},
                   {Kind::chain, {"*", "/"}},
                   {Kind::prefix, {"-"}},
                   {Kind::power, {"**"}}},
        .operand = operand,
        .after = "an operator",
        .deepest = deepest,
        .refuse = [this](const SyntaxFault& fault) { fail(fault.column, fault.expected); }};
    add(parse_expression(out_.text_, vocabulary));
  }

 private:
  using Code = Expression::Code;
  static constexpr const char* operand = "a number, a name or '('";

  [[noreturn]] void fail(int column, std::string expected) const {
    const auto at = static_cast<std::size_t>(column - 1);
    Diagnostic diagnostic;
    diagnostic.what = "this is not an arithmetic expression: " + quote(out_.text_);
    diagnostic.where = "column " + std::to_string(column);
    diagnostic.found = at < out_.text_.size() ? quote(out_.text_.substr(at, 20)) : "its end";
    diagnostic.expected = std::move(expected);
    refuse(ErrorKind::value, std::move(diagnostic));
  }

  void call(std::string_view name) { out_.steps_.push_back({Code::call, 0, function_named(name)}); }

  void add(const Syntax& syntax) {
    switch (syntax.kind) {
      case Syntax::Kind::whole:
      case Syntax::Kind::number:
        out_.steps_.push_back({Code::number, syntax.number, 0});
        return;
      case Syntax::Kind::name:
        return add_name(syntax);
      case Syntax::Kind::call:
        return add_call(syntax);
      case Syntax::Kind::unary:
        add(syntax.parts[0]);
        return call("minus");
      case Syntax::Kind::binary:
        add(syntax.parts[0]);
        for (std::size_t i = 0; i < syntax.signs.size(); ++i) {
          add(syntax.parts[i + 1]);
          call(syntax.signs[i].text);
        }
        return;
      case Syntax::Kind::subscript:
        fail(syntax.column, "an operator");
      default:
        fail(syntax.column, operand);
    }
  }

  void add_name(const Syntax& syntax) {
    const auto& variables = out_.variables_;
    const auto variable = std::find(variables.begin(), variables.end(), syntax.text);
    if (variable != variables.end()) {
      out_.steps_.push_back({Code::variable, 0, static_cast<int>(variable - variables.begin())});
    } else if (syntax.text == "pi") {
      out_.steps_.push_back({Code::number, std::numbers::pi, 0});
    } else {
      if (function_named(syntax.text, first_named) < 0) fail(syntax.column, known_names(variables));
      fail(syntax.column + static_cast<int>(syntax.text.size()), "'('");
    }
  }

  void add_call(const Syntax& syntax) {
    const int index = function_named(syntax.text, first_named);
    if (index < 0) fail(syntax.column, known_names(out_.variables_));
    const auto count = static_cast<std::size_t>(functions[index].arguments);
    if (!syntax.keywords.empty()) fail(syntax.keywords[0].value.column, "no keyword");
    if (syntax.parts.size() > count) fail(syntax.parts[count].column, "')'");
    if (syntax.parts.size() < count)
      fail(syntax.end_column, syntax.parts.empty() ? operand : "','");
    for (const Syntax& part : syntax.parts) add(part);
    out_.steps_.push_back({Code::call, 0, index});
  }

  Expression& out_;
};

Expression::Expression(std::string text, std::vector<std::string> variables)
    : text_(std::move(text)), variables_(std::move(variables)) {
  if (text_.size() > longest) {
    refuse(ErrorKind::value, "an expression is longer than " + std::to_string(longest) +
                                 " characters: " + quote(text_));
  }
  ScheduleCompiler(*this).run();
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
