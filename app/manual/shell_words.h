// SPDX-License-Identifier: Apache-2.0
// Texts as words of completion scripts.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "app/manual/manual.h"

namespace ng::manual {

// Puts `before` in front of each of these characters.
inline std::string escaped(std::string_view text, std::string_view characters,
                           std::string_view before = "\\") {
  std::string result;
  for (const char c : text) {
    if (characters.find(c) != std::string_view::npos) result += before;
    result += c;
  }
  return result;
}

// The words of an option's value, separated by spaces; empty if it is no choice of several.
inline std::string choices(const Option& option) {
  if (option.value.find('|') == std::string::npos) return {};
  std::string words = option.value;
  std::replace(words.begin(), words.end(), '|', ' ');
  return words;
}

// "ngraph-workbench" as part of a function's name.
inline std::string identifier(std::string name) {
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

}  // namespace ng::manual
