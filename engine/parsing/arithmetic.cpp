// SPDX-License-Identifier: Apache-2.0
#include "engine/parsing/arithmetic.h"

#include <cmath>

#include "engine/base/quote.h"

namespace ng {

Operation operation_named(const std::string& sign) {
  static constexpr std::pair<std::string_view, Operation> operations[] = {
      {"+", [](double a, double b) { return a + b; }},
      {"-", [](double a, double b) { return a - b; }},
      {"*", [](double a, double b) { return a * b; }},
      {"/", [](double a, double b) { return a / b; }},
      {"**", [](double a, double b) { return std::pow(a, b); }},
      {"<", [](double a, double b) -> double { return a < b; }},
      {"<=", [](double a, double b) -> double { return a <= b; }},
      {">", [](double a, double b) -> double { return a > b; }},
      {">=", [](double a, double b) -> double { return a >= b; }},
      {"==", [](double a, double b) -> double { return a == b; }},
      {"!=", [](double a, double b) -> double { return a != b; }}};
  for (const auto& [name, operation] : operations)
    if (sign == name) return operation;
  check(false, "an operator without an operation");
  return nullptr;
}

Diagnostic expression_fault(const std::string& text, const char* unit, int place,
                            std::string expected) {
  const auto at = static_cast<std::size_t>(place - 1);
  Diagnostic diagnostic;
  diagnostic.where = unit + (" " + std::to_string(place));
  diagnostic.found = at < text.size() ? quote(text.substr(at, 20)) : "the end";
  diagnostic.expected = std::move(expected);
  return diagnostic;
}

}  // namespace ng
