// SPDX-License-Identifier: Apache-2.0
// Literals of both languages: texts, and finite numbers as the shortest text that gives them again.
#pragma once

#include <charconv>
#include <string>

#include "engine/base/dtype.h"

namespace ng {

// A text in double quotes; control characters as `escaped` writes them.
inline std::string program_text(const std::string& value, std::string (*escaped)(unsigned char)) {
  std::string literal = "\"";
  for (const char c : value) {
    if (c == '"' || c == '\\') literal += '\\';
    const auto byte = static_cast<unsigned char>(c);
    literal += byte >= 0x20 ? std::string(1, c) : escaped(byte);
  }
  return literal + "\"";
}

inline std::string program_number(double value, DType dtype) {
  char text[40];
  const auto end = dtype == DType::f32
                       ? std::to_chars(text, text + sizeof(text), static_cast<float>(value)).ptr
                       : std::to_chars(text, text + sizeof(text), value).ptr;
  std::string number(text, end);
  const bool real = is_float(dtype) && number.find_first_of(".e") == std::string::npos;
  return real ? number + ".0" : number;
}

}  // namespace ng
