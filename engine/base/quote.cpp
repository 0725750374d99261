// SPDX-License-Identifier: Apache-2.0
#include "engine/base/quote.h"

#include <algorithm>
#include <cstdio>

#include "engine/base/utf8.h"

namespace ng {
namespace {

bool is_control(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
}

// Does a character hide or reorder its neighbours, or end a line (U+0080…009F, 200B…200F,
// 2028…202E, 2066…2069, FEFF)?
bool invisible(std::string_view sequence) {
  return sequence == "\xef\xbb\xbf" || (sequence[0] == '\xc2' && sequence[1] < '\xa0') ||
         (sequence.starts_with("\xe2\x80") && ((sequence[2] >= '\x8b' && sequence[2] <= '\x8f') ||
                                               (sequence[2] >= '\xa8' && sequence[2] <= '\xae'))) ||
         (sequence.starts_with("\xe2\x81") && sequence[2] >= '\xa6' && sequence[2] <= '\xa9');
}

// At most `most` characters. Bytes of unprintable characters, and of those that `special` selects,
// are written with `format`, a printf format of one unsigned.
template <class Special>
std::string escaped(std::string_view text, std::size_t most, const char* format, Special special) {
  std::string out;
  for (std::size_t count = 0; !text.empty(); ++count) {
    if (count == most) return out + "…";
    const std::size_t length = utf8_length(text);
    const std::string_view sequence = text.substr(0, std::max<std::size_t>(length, 1));
    const bool unprintable = length == 0 || is_control(sequence[0]) || invisible(sequence);
    if (unprintable || special(text)) {
      for (const char byte : sequence) {
        char escape[8];
        std::snprintf(escape, sizeof escape, format, static_cast<unsigned char>(byte));
        out += escape;
      }
    } else {
      out += sequence;
    }
    text.remove_prefix(sequence.size());
  }
  return out;
}

}  // namespace

std::string quote(std::string_view text) {
  return "'" + escaped(text, 120, "\\x%02x", [](std::string_view) { return false; }) + "'";
}

// A backslash at the end of a line continues the comment, as does the trigraph "?\?/"; "*/" ends a
// block comment.
std::string comment_text(std::string_view text, std::size_t most) {
  return escaped(text, most, "%%%02x", [](std::string_view rest) {
    return rest[0] == '\\' || rest.starts_with("??") || rest.starts_with("*/");
  });
}

bool has_control_character(std::string_view text) {
  return std::any_of(text.begin(), text.end(), is_control);
}

}  // namespace ng
