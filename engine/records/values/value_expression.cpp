// SPDX-License-Identifier: Apache-2.0
#include "engine/records/values/value_expression.h"

#include <cmath>

#include "engine/base/quote.h"
#include "engine/base/tensor.h"
#include "engine/graph/axis_name.h"
#include "engine/parsing/arithmetic.h"
#include "engine/records/op_record.h"
#include "engine/records/values/value_reductions.h"

namespace ng {
namespace {

using Term = ValueExpression::Term;
using Scope = ValueExpression::Scope;

constexpr double most_length = 0x1p62;

Number each_element(const Scope& scope) {
  if (scope.element) return number_at(scope.value, *scope.element);
  if (scope.value.size() == 1) return number_at(scope.value, 0);
  refuse(ErrorKind::value, "x refers to " + std::to_string(scope.value.size()) +
                               " elements; use any(...), max(...) or x[0]");
}

// "N 17" or "17".
struct Index {
  std::string axis;  // empty: by order
  std::int64_t at = 0;
};

std::int64_t element_at(const Scope& scope, const std::vector<Index>& indices) {
  const Shape& shape = scope.value.shape;
  const auto wrong = [&](const std::string& what) {
    refuse(ErrorKind::index, what + " in a value of shape " + to_string(shape));
  };
  if (indices.size() != shape.size()) wrong("wrong number of indices");
  std::vector<std::int64_t> places(shape.size(), -1);
  for (std::size_t i = 0; i < indices.size(); ++i) {
    std::size_t axis = i;
    if (!indices[i].axis.empty()) {
      for (axis = 0; axis < scope.axes.size(); ++axis)
        if (is_axis_name(scope.axes[axis].name, indices[i].axis)) break;
      if (axis >= shape.size()) wrong("there is no axis " + quote(indices[i].axis));
    }
    if (places[axis] >= 0) wrong("duplicate axis");
    if (indices[i].at < 0 || indices[i].at >= shape[axis])
      wrong("index out of range: " + std::to_string(indices[i].at));
    places[axis] = indices[i].at;
  }
  std::int64_t element = 0;
  for (std::size_t i = 0; i < shape.size(); ++i) element = element * shape[i] + places[i];
  return element;
}

class Compiler {
 public:
  explicit Compiler(const std::string& text) : text_(text) {}

  Term run() const {
    using Kind = Vocabulary::Level::Kind;
    const Vocabulary vocabulary = {
        .levels = {{Kind::chain, {"or"}},
                   {Kind::chain, {"and"}},
                   {Kind::prefix, {"not"}},
                   {Kind::once, {"<", "<=", ">", ">=", "==", "!="}},
                   {Kind::chain, {"+", "-"}},
                   {Kind::chain, {"*", "/"}},
                   {Kind::prefix, {"-"}}},
        .operand = operand,
        .after = "the end",
        .axis_items = true,
        .refuse = [this](const SyntaxFault& fault) { fail(fault.column, fault.expected); }};
    return term(parse_expression(text_, vocabulary));
  }

 private:
  static constexpr const char* operand = "a number, x, or a name such as max, any, has_nan";

  [[noreturn]] void fail(int place, const std::string& expected) const {
    Diagnostic diagnostic = expression_fault(text_, "character", place, expected);
    diagnostic.what = "the expression " + quote(text_) + " has a syntax error";
    diagnostic.action = "write for example max > 1e4, any(x < 0), has_nan, mean, x[0, 3]";
    refuse(ErrorKind::value, std::move(diagnostic));
  }

  Term term(const Syntax& syntax) const {
    return term_of<Scope>(syntax, [this](const Syntax& leaf) -> Term {
      if (leaf.kind == Syntax::Kind::subscript) return element(leaf);
      if (leaf.kind == Syntax::Kind::name || leaf.kind == Syntax::Kind::call) return named(leaf);
      fail(leaf.column, operand);
    });
  }

  Term element(const Syntax& syntax) const {
    if (syntax.parts[0].kind != Syntax::Kind::name || syntax.parts[0].text != "x")
      fail(syntax.column, "the end");
    if (syntax.parts.size() == 1) fail(syntax.column + 1, "an integer");
    std::vector<Index> indices;
    for (std::size_t i = 1; i < syntax.parts.size(); ++i) {
      const Syntax& part = syntax.parts[i];
      const bool axis = part.kind == Syntax::Kind::axis_item;
      const Syntax& at = axis ? part.parts[0] : part;
      if (at.kind != Syntax::Kind::whole || at.number > most_length) fail(at.column, "an integer");
      indices.push_back({axis ? part.text : std::string(), static_cast<std::int64_t>(at.number)});
    }
    return [indices](const Scope& s) { return number_at(s.value, element_at(s, indices)); };
  }

  // A function or a reduction, with or without an argument.
  Term named(const Syntax& syntax) const {
    const std::string& name = syntax.text;
    const bool called = syntax.kind == Syntax::Kind::call;
    if (!called && name == "x") return each_element;
    const auto function = scalar_function(name);
    const auto reduction = reduction_named(name);
    if (!function && !reduction) fail(syntax.column, operand);
    const bool asks = function || name == "any" || name == "all" || name == "count";
    if (asks && !called) fail(syntax.column + static_cast<int>(name.size()), quote("("));
    if (called && !syntax.keywords.empty()) fail(syntax.keywords[0].value.column, "no keyword");
    if (called && syntax.parts.empty()) fail(syntax.end_column, operand);
    if (called && syntax.parts.size() > 1) fail(syntax.parts[1].column, quote(")"));
    Term inner = called ? term(syntax.parts[0]) : each_element;
    if (function) return [function, inner](const Scope& s) { return function(inner(s)); };
    return [reduction, inner](const Scope& s) {
      return reduction(s.value.size(),
                       [&](std::int64_t i) { return inner(Scope{s.value, s.axes, i}); });
    };
  }

  const std::string& text_;
};

}  // namespace

ValueExpression::ValueExpression(const std::string& text)
    : text_(text), term_(Compiler(text_).run()) {}

Number ValueExpression::operator()(const Tensor& value, const std::vector<AxisRecord>& axes) const {
  return term_(Scope{value, axes});
}

}  // namespace ng
