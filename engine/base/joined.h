// SPDX-License-Identifier: Apache-2.0
// Words as one text.
#pragma once

#include <string>
#include <vector>

namespace ng {

// "a, b, c".
inline std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

}  // namespace ng
