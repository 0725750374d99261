// SPDX-License-Identifier: Apache-2.0
// Closures that compute the numbers of a syntax tree, for schedules and watches. Integers stay
// exact under + - * and in comparisons.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/base/error.h"
#include "engine/base/number.h"
#include "engine/parsing/syntax.h"

namespace ng {

// + - * / ** and comparisons, which give 1 or 0.
using Operation = Number (*)(const Number&, const Number&);
Operation operation_named(const std::string& sign);
Number negated(const Number& value);

// The error for a syntax fault: `place` counts characters from 1, as `unit` says.
Diagnostic expression_fault(const std::string& text, const char* unit, int place,
                            std::string expected);

// The closure of `syntax`; `leaf` makes those of names, calls and subscripts, and throws for parts
// that are no numbers.
template <class Scope, class Leaf>
std::function<Number(const Scope&)> term_of(const Syntax& syntax, const Leaf& leaf) {
  using Term = std::function<Number(const Scope&)>;
  if (syntax.kind == Syntax::Kind::whole || syntax.kind == Syntax::Kind::number)
    return [number = number_from(syntax.text).value_or(syntax.number)](const Scope&) {
      return number;
    };
  if (syntax.kind == Syntax::Kind::unary) {
    Term inner = term_of<Scope>(syntax.parts[0], leaf);
    if (syntax.text == "-") return [inner](const Scope& scope) { return negated(inner(scope)); };
    return [inner](const Scope& scope) -> Number { return inner(scope) == 0; };
  }
  if (syntax.kind != Syntax::Kind::binary) return leaf(syntax);
  std::vector<Term> terms;
  for (const Syntax& part : syntax.parts) terms.push_back(term_of<Scope>(part, leaf));
  const std::string& sign = syntax.signs[0].text;
  if (sign == "or" || sign == "and") {
    return [terms, wanted = sign == "or"](const Scope& scope) -> Number {
      for (const Term& each : terms)
        if ((each(scope) != 0) == wanted) return wanted;
      return !wanted;
    };
  }
  std::vector<Operation> operations;
  for (const Syntax::Sign& each : syntax.signs) operations.push_back(operation_named(each.text));
  return [terms, operations](const Scope& scope) {
    Number value = terms[0](scope);
    for (std::size_t i = 0; i < operations.size(); ++i)
      value = operations[i](value, terms[i + 1](scope));
    return value;
  };
}

}  // namespace ng
