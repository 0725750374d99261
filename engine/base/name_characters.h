// SPDX-License-Identifier: Apache-2.0
// Names as lines of text have them: letters, digits and "_"; others are written in quotes or by
// number.
#pragma once

#include <algorithm>
#include <string_view>

namespace ng {

inline bool starts_name(char c) {
  const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  return letter || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

inline bool continues_name(char c) {
  return starts_name(c) || (c >= '0' && c <= '9');
}

inline bool is_name(std::string_view text) {
  return !text.empty() && starts_name(text[0]) &&
         std::all_of(text.begin(), text.end(), continues_name);
}

}  // namespace ng
