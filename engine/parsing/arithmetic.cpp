// SPDX-License-Identifier: Apache-2.0
#include "engine/parsing/arithmetic.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include "engine/base/quote.h"

namespace ng {
namespace {

// The word or sign at `at`, shortened.
std::string word_at(const std::string& text, std::size_t at) {
  constexpr std::size_t most = 20;
  const auto is_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.';
  };
  std::size_t end = at;
  while (end < text.size() && end < at + most && is_word(text[end])) ++end;
  return text.substr(at, std::max<std::size_t>(end - at, 1));
}

}  // namespace

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
  diagnostic.found = at < text.size() ? quote(word_at(text, at)) : "the end";
  diagnostic.expected = std::move(expected);
  return diagnostic;
}

}  // namespace ng
