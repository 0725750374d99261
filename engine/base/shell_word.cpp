// SPDX-License-Identifier: Apache-2.0
#include "engine/base/shell_word.h"

#include <algorithm>

namespace ng {
namespace {

bool is_plain(char c) {
  const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  return letter || std::string_view("_@%+=:,./-").find(c) != std::string_view::npos;
}

}  // namespace

std::string shell_word(std::string_view word) {
  if (!word.empty() && std::all_of(word.begin(), word.end(), is_plain)) return std::string(word);
  // Some characters are special within double quotes, too.
  const bool expands = word.find_first_of("\"$`\\!") != std::string_view::npos;
  if (word.find('\'') != std::string_view::npos && !expands) return '"' + std::string(word) + '"';
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

}  // namespace ng
