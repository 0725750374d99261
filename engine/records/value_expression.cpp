// SPDX-License-Identifier: Apache-2.0
// A recursive descent parser; each rule returns a closure.
#include "engine/records/value_expression.h"

#include <charconv>
#include <cmath>
#include <map>

#include "engine/base/quote.h"
#include "engine/graph/axis_name.h"
#include "engine/records/value_reductions.h"

namespace ng {
namespace {

using Term = ValueExpression::Term;
using Scope = ValueExpression::Scope;

double each_element(const Scope& scope) {
  if (scope.element) return scope.value.at(*scope.element);
  if (scope.value.size() == 1) return scope.value.item();
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

class Parser {
 public:
  explicit Parser(const std::string& text) : text_(text) { next(); }

  Term whole() {
    Term term = any_of();
    if (!token_.empty()) fault("the end");
    return term;
  }

 private:
  // -- tokens: numbers, names, operators ------------------------------------------------------
  void next() {
    at_ = text_.find_first_not_of(" \t", at_ + token_.size());
    token_.clear();
    if (at_ == text_.npos) {
      at_ = text_.size();
      return;
    }
    const auto take = [this](auto belongs) {
      std::size_t end = at_;
      while (end < text_.size() && belongs(text_[end], end)) ++end;
      token_ = text_.substr(at_, end - at_);
    };
    const char first = text_[at_];
    const auto digit = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) || c == '.'; };
    if (digit(first)) {
      take([&](char c, std::size_t i) {
        const bool exponent = c == 'e' || c == 'E';
        const bool sign = (c == '-' || c == '+') && (text_[i - 1] == 'e' || text_[i - 1] == 'E');
        return digit(c) || exponent || (sign && i > at_);
      });
    } else if (std::isalpha(static_cast<unsigned char>(first)) || first == '_') {
      take([](char c, std::size_t) {
        return std::isalnum(static_cast<unsigned char>(c)) || (c & 0x80) || c == '_' || c == '.' ||
               c == '-';
      });
      // A minus is part of axis names ("ax.C-1") only inside of brackets.
      if (!in_index_) token_ = token_.substr(0, token_.find('-'));
    } else {
      const bool two = at_ + 1 < text_.size() && text_[at_ + 1] == '=' &&
                       std::string("<>=!").find(first) != std::string::npos;
      token_ = text_.substr(at_, two ? 2 : 1);
    }
  }
  bool accept(const char* token) {
    if (token_ != token) return false;
    next();
    return true;
  }
  void require(const char* token) {
    if (!accept(token)) fault(quote(token));
  }
  [[noreturn]] void fault(const std::string& expected) const {
    Diagnostic diagnostic;
    diagnostic.what = "the expression " + quote(text_) + " has a syntax error";
    diagnostic.where = "character " + std::to_string(at_ + 1);
    diagnostic.found = token_.empty() ? "the end" : quote(token_);
    diagnostic.expected = expected;
    diagnostic.action = "write for example max > 1e4, any(x < 0), has_nan, mean, x[0, 3]";
    refuse(ErrorKind::value, std::move(diagnostic));
  }

  // -- rules, lowest precedence first ---------------------------------------------------------
  Term any_of() {
    Term left = all_of();
    while (accept("or"))
      left = [left, right = all_of()](const Scope& s) { return left(s) != 0 || right(s) != 0; };
    return left;
  }
  Term all_of() {
    Term left = negation();
    while (accept("and"))
      left = [left, right = negation()](const Scope& s) { return left(s) != 0 && right(s) != 0; };
    return left;
  }
  Term negation() {
    if (accept("not")) return [term = negation()](const Scope& s) { return term(s) == 0; };
    return comparison();
  }
  template <class Compare>
  Term compared(Term left, Compare compare) {
    return [left, right = sum(), compare](const Scope& s) -> double {
      return compare(left(s), right(s));
    };
  }
  Term comparison() {
    Term left = sum();
    if (accept("<")) return compared(left, std::less<>());
    if (accept("<=")) return compared(left, std::less_equal<>());
    if (accept(">")) return compared(left, std::greater<>());
    if (accept(">=")) return compared(left, std::greater_equal<>());
    if (accept("==")) return compared(left, std::equal_to<>());
    if (accept("!=")) return compared(left, std::not_equal_to<>());
    return left;
  }
  Term sum() {
    Term left = product();
    for (;;) {
      if (accept("+"))
        left = [left, right = product()](const Scope& s) { return left(s) + right(s); };
      else if (accept("-"))
        left = [left, right = product()](const Scope& s) { return left(s) - right(s); };
      else
        return left;
    }
  }
  Term product() {
    Term left = factor();
    for (;;) {
      if (accept("*"))
        left = [left, right = factor()](const Scope& s) { return left(s) * right(s); };
      else if (accept("/"))
        left = [left, right = factor()](const Scope& s) { return left(s) / right(s); };
      else
        return left;
    }
  }
  Term factor() {
    if (++depth_ > 100) fault("fewer brackets");
    Term term = accept("-") ? Term([inner = factor()](const Scope& s) { return -inner(s); }) : atom();
    --depth_;
    return term;
  }
  Term atom() {
    double number = 0;
    const auto [end, error] =
        std::from_chars(token_.data(), token_.data() + token_.size(), number);
    const bool digits = !token_.empty() && !std::isalpha(static_cast<unsigned char>(token_[0]));
    if (digits && error == std::errc() && end == token_.data() + token_.size()) {
      next();
      return [number](const Scope&) { return number; };
    }
    if (accept("(")) {
      Term inner = any_of();
      require(")");
      return inner;
    }
    if (accept("x")) return token_ == "[" ? element() : each_element;
    return named();
  }
  Term element() {
    in_index_ = true;
    next();
    std::vector<Index> indices;
    do {
      Index index;
      if (!token_.empty() && std::isalpha(static_cast<unsigned char>(token_[0]))) {
        index.axis = token_;
        next();
        accept("=");
      }
      const auto [end, error] =
          std::from_chars(token_.data(), token_.data() + token_.size(), index.at);
      if (error != std::errc() || end != token_.data() + token_.size()) fault("an integer");
      next();
      indices.push_back(std::move(index));
    } while (accept(","));
    in_index_ = false;
    require("]");
    return [indices](const Scope& s) { return s.value.at(element_at(s, indices)); };
  }
  Term named() {
    const std::string name = token_;
    if (const auto function = scalar_function(name)) {
      next();
      require("(");
      Term inner = any_of();
      require(")");
      return [function, inner](const Scope& s) { return function(inner(s)); };
    }
    const auto reduction = reduction_named(name);
    if (!reduction) fault("a number, x, or a name such as max, any, has_nan");
    next();
    Term inner = each_element;
    const bool asks = name == "any" || name == "all" || name == "count";
    if (asks && token_ != "(") fault(quote("("));
    if (accept("(")) {
      inner = any_of();
      require(")");
    }
    return [reduction, inner](const Scope& s) {
      return reduction(s.value.size(),
                       [&](std::int64_t i) { return inner(Scope{s.value, s.axes, i}); });
    };
  }

  const std::string& text_;
  std::size_t at_ = 0;
  std::string token_;
  bool in_index_ = false;
  int depth_ = 0;
};

}  // namespace

ValueExpression::ValueExpression(const std::string& text)
    : text_(text), term_(Parser(text_).whole()) {}

double ValueExpression::operator()(const Tensor& value, const std::vector<AxisRecord>& axes) const {
  return term_(Scope{value, axes});
}

}  // namespace ng
