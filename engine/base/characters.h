// SPDX-License-Identifier: Apache-2.0
// Positions of characters in UTF-8, for columns in messages.
#pragma once

#include <cstddef>
#include <string_view>

namespace ng {

inline bool continues_character(char c) {
  return (static_cast<unsigned char>(c) & 0xc0) == 0x80;
}

inline std::size_t characters_in(std::string_view text) {
  std::size_t count = 0;
  for (const char c : text) count += continues_character(c) ? 0 : 1;
  return count;
}

// The first byte of the character after `characters` characters; the size of a text without it.
inline std::size_t byte_of_character(std::string_view text, std::size_t characters) {
  std::size_t at = 0;
  for (; at < text.size(); ++at)
    if (!continues_character(text[at]) && characters-- == 0) break;
  return at;
}

}  // namespace ng
