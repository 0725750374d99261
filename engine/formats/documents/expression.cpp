// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/documents/expression.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/base/quote.h"
#include "engine/parsing/arithmetic.h"

namespace ng {
namespace {

constexpr std::size_t longest = 1000;
constexpr const char* operand = "a number, a name or '('";

using Scope = std::span<const double>;
using Term = std::function<Number(const Scope&)>;

struct Function {
  std::string_view name;
  std::size_t arguments;
  double (*value)(double, double);
};

constexpr Function functions[] = {
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

const Function* function_named(std::string_view name) {
  const auto* found = std::find_if(std::begin(functions), std::end(functions),
                                   [&](const Function& each) { return each.name == name; });
  return found == std::end(functions) ? nullptr : found;
}

class Compiler {
 public:
  Compiler(const std::string& text, const std::vector<std::string>& variables)
      : text_(text), variables_(variables) {}

  Term run() const {
    using Kind = Vocabulary::Level::Kind;
    const Vocabulary vocabulary = {
        .levels = {{Kind::chain, {"+", "-"}},
                   {Kind::chain, {"*", "/"}},
                   {Kind::prefix, {"-"}},
                   {Kind::power, {"**"}}},
        .operand = operand,
        .after = "an operator",
        .refuse = [this](const SyntaxFault& fault) { fail(fault.column, fault.expected); }};
    return term(parse_expression(text_, vocabulary));
  }

 private:
  [[noreturn]] void fail(int column, std::string expected) const {
    Diagnostic diagnostic = expression_fault(text_, "column", column, std::move(expected));
    diagnostic.what = "this is not an arithmetic expression: " + quote(text_);
    refuse(ErrorKind::value, std::move(diagnostic));
  }

  Term term(const Syntax& syntax) const {
    return term_of<Scope>(syntax, [this](const Syntax& leaf) { return leaf_term(leaf); });
  }

  Term leaf_term(const Syntax& syntax) const {
    if (syntax.kind == Syntax::Kind::call) return call(syntax);
    if (syntax.kind == Syntax::Kind::subscript) fail(syntax.column, "an operator");
    if (syntax.kind != Syntax::Kind::name) fail(syntax.column, operand);
    const auto variable = std::find(variables_.begin(), variables_.end(), syntax.text);
    if (variable != variables_.end()) {
      const auto index = static_cast<std::size_t>(variable - variables_.begin());
      return [index](const Scope& values) { return values[index]; };
    }
    if (syntax.text == "pi") return [](const Scope&) { return std::numbers::pi; };
    if (!function_named(syntax.text)) fail(syntax.column, known_names());
    fail(syntax.column + static_cast<int>(syntax.text.size()), "'('");
  }

  Term call(const Syntax& syntax) const {
    const Function* const function = function_named(syntax.text);
    if (!function) fail(syntax.column, known_names());
    if (!syntax.keywords.empty()) fail(syntax.keywords[0].value.column, "no keyword");
    if (syntax.parts.size() > function->arguments)
      fail(syntax.parts[function->arguments].column, "')'");
    if (syntax.parts.size() < function->arguments)
      fail(syntax.end_column, syntax.parts.empty() ? operand : "','");
    const Term first = term(syntax.parts.front()), last = term(syntax.parts.back());
    return [function, first, last](const Scope& values) {
      return function->value(first(values), last(values));
    };
  }

  std::string known_names() const {
    std::string names = "one of: ";
    for (const std::string& variable : variables_) names += variable + ", ";
    names += "pi";
    for (const Function& function : functions) names += ", " + std::string(function.name);
    return names;
  }

  const std::string& text_;
  const std::vector<std::string>& variables_;
};

}  // namespace

Expression::Expression(std::string text, const std::vector<std::string>& variables)
    : text_(std::move(text)), variables_(variables.size()) {
  if (text_.size() > longest) {
    refuse(ErrorKind::value, "an expression is longer than " + std::to_string(longest) +
                                 " characters: " + quote(text_));
  }
  term_ = Compiler(text_, variables).run();
}

double Expression::operator()(std::span<const double> values) const {
  check(values.size() == variables_, "an expression needs a value for each variable");
  return term_(values);
}

}  // namespace ng
