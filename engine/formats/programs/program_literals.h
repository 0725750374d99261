// SPDX-License-Identifier: Apache-2.0
// Literals common to both languages: texts, and the shortest decimal that restores a finite number.
#pragma once

#include <algorithm>
#include <charconv>
#include <string>
#include <vector>

#include "engine/base/dtype.h"

namespace ng {

// Returns at least one part; keeps empty parts.
inline std::vector<std::string> split_at(const std::string& text, const std::string& separator) {
  std::vector<std::string> parts;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t end = std::min(text.find(separator, from), text.size());
    parts.push_back(text.substr(from, end - from));
    from = end + separator.size();
  }
  return parts;
}

// The parts of "1:4:2" as arguments; `absent` replaces empty parts.
inline std::string slice_arguments(const std::string& item, const char* absent) {
  std::vector<std::string> parts = split_at(item, ":");
  for (std::string& part : parts)
    if (part.empty()) part = absent;
  return joined(parts);
}

constexpr std::size_t longest_comment = 4000;  // of a title or description, in bytes

// A text in double quotes. `escaped` writes control characters, and repeated question marks, which
// old compilers read as trigraphs.
inline std::string program_text(const std::string& value, std::string (*escaped)(unsigned char)) {
  std::string literal = "\"";
  for (const char c : value) {
    if (c == '"' || c == '\\') literal += '\\';
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = byte >= 0x20 && byte != 0x7f && !(c == '?' && literal.back() == '?');
    literal += plain ? std::string(1, c) : escaped(byte);
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
