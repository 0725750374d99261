// SPDX-License-Identifier: Apache-2.0
#include "engine/base/bounded.h"

#include "engine/base/characters.h"

namespace ng {
namespace {

constexpr std::size_t longest_field = 4096, kept_end = 512;

// The start of the UTF-8 character at or before `at`.
std::size_t character_at(const std::string& text, std::size_t at) {
  for (int i = 0; i < 3 && at > 0 && continues_character(text[at]); ++i) --at;
  return at;
}

// Keeps the beginning and the end of a text that is too long.
void shorten(std::string& field) {
  if (field.size() <= longest_field) return;
  const std::string left_out = " … (" + std::to_string(field.size()) + " bytes in all) … ";
  const std::size_t end = character_at(field, field.size() - kept_end);
  const std::size_t begin = character_at(field, longest_field - kept_end - left_out.size() - 4);
  field = field.substr(0, begin) + left_out + field.substr(end);
}

}  // namespace

Diagnostic bounded(Diagnostic diagnostic) {
  for (std::string* field : {&diagnostic.what, &diagnostic.where, &diagnostic.found,
                             &diagnostic.expected, &diagnostic.action})
    shorten(*field);
  return diagnostic;
}

}  // namespace ng
