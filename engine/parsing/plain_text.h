// SPDX-License-Identifier: Apache-2.0
// What surrounds a text and is not part of it: white space, a byte order mark.
#pragma once

#include <string_view>

namespace ng {

inline std::string_view trimmed(std::string_view text) {
  constexpr std::string_view spaces = " \t\n\v\f\r";
  const auto first = text.find_first_not_of(spaces);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(spaces) - first + 1);
}

inline std::string_view without_byte_order_mark(std::string_view text) {
  constexpr std::string_view mark = "\xef\xbb\xbf";
  return text.starts_with(mark) ? text.substr(mark.size()) : text;
}

}  // namespace ng
