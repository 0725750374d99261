// SPDX-License-Identifier: Apache-2.0
#include "engine/base/quote.h"

#include <algorithm>
#include <cstdio>

namespace ng {
namespace {

// Bytes of the valid UTF-8 sequence at the front of `text`; 0 for none.
std::size_t sequence_length(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  const std::size_t length = lead < 0x80 ? 1 : lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if ((lead >= 0x80 && lead < 0xc2) || lead > 0xf4 || length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((static_cast<unsigned char>(text[i]) & 0xc0) != 0x80) return 0;
  }
  return length;
}

// Whether a character could hide or reorder what stands around it (U+200B…200F, 2028…202E,
// 2066…2069, FEFF).
bool invisible(std::string_view sequence) {
  return sequence == "\xef\xbb\xbf" ||
         (sequence.starts_with("\xe2\x80") && ((sequence[2] >= '\x8b' && sequence[2] <= '\x8f') ||
                                               (sequence[2] >= '\xa8' && sequence[2] <= '\xae'))) ||
         (sequence.starts_with("\xe2\x81") && sequence[2] >= '\xa6' && sequence[2] <= '\xa9');
}

}  // namespace

std::string quote(std::string_view text) {
  constexpr int most = 120;
  std::string out = "'";
  for (int count = 0; !text.empty(); ++count) {
    if (count == most) return out + "…'";
    const std::size_t length = sequence_length(text);
    const std::string_view sequence = text.substr(0, std::max<std::size_t>(length, 1));
    const auto lead = static_cast<unsigned char>(text[0]);
    if (length == 0 || lead < 0x20 || lead == 0x7f || invisible(sequence)) {
      for (const char byte : sequence) {
        char escape[8];
        std::snprintf(escape, sizeof escape, "\\x%02x", static_cast<unsigned char>(byte));
        out += escape;
      }
    } else {
      out += sequence;
    }
    text.remove_prefix(sequence.size());
  }
  return out + "'";
}

}  // namespace ng
