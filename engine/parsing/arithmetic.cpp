// SPDX-License-Identifier: Apache-2.0
#include "engine/parsing/arithmetic.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <functional>

#include "engine/base/characters.h"
#include "engine/base/quote.h"

namespace ng {
namespace {

// The word or sign at `at`, shortened.
std::string word_at(const std::string& text, std::size_t at) {
  constexpr std::size_t most = 20;
  const auto is_word = [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return std::isalnum(byte) || c == '_' || c == '.' || byte >= 0x80;
  };
  std::size_t end = at;
  while (end < text.size() && end < at + most && is_word(text[end])) ++end;
  while (end < text.size() && continues_character(text[end])) ++end;
  return text.substr(at, std::max<std::size_t>(end - at, 1));
}

// In integers if both are, and 128 bits hold the result.
template <class F>
Number exact(const Number& a, const Number& b) {
  const double real = F()(a.real(), b.real());
  if (!a.is_integer() || !b.is_integer() || std::abs(real) >= 0x1p126) return real;
  return F()(a.integer(), b.integer());
}

}  // namespace

Operation operation_named(const std::string& sign) {
  using N = const Number&;
  static constexpr std::pair<std::string_view, Operation> operations[] = {
      {"+", [](N a, N b) { return exact<std::plus<>>(a, b); }},
      {"-", [](N a, N b) { return exact<std::minus<>>(a, b); }},
      {"*", [](N a, N b) { return exact<std::multiplies<>>(a, b); }},
      {"/", [](N a, N b) -> Number { return a.real() / b.real(); }},
      {"**", [](N a, N b) -> Number { return std::pow(a.real(), b.real()); }},
      {"<", [](N a, N b) -> Number { return is_less(a, b); }},
      {"<=", [](N a, N b) -> Number { return is_less(a, b) || a == b; }},
      {">", [](N a, N b) -> Number { return is_less(b, a); }},
      {">=", [](N a, N b) -> Number { return is_less(b, a) || a == b; }},
      {"==", [](N a, N b) -> Number { return a == b; }},
      {"!=", [](N a, N b) -> Number { return !(a == b); }}};
  for (const auto& [name, operation] : operations)
    if (sign == name) return operation;
  check(false, "an operator without an operation");
  return nullptr;
}

Number negated(const Number& value) {
  return value.is_integer() ? Number(-value.integer()) : Number(-value.real());
}

Diagnostic expression_fault(const std::string& text, const char* unit, int place,
                            std::string expected) {
  const std::size_t at = byte_of_character(text, static_cast<std::size_t>(place - 1));
  Diagnostic diagnostic;
  diagnostic.where = unit + (" " + std::to_string(place));
  diagnostic.found = at < text.size() ? quote(word_at(text, at)) : "the end";
  diagnostic.expected = std::move(expected);
  return diagnostic;
}

}  // namespace ng
