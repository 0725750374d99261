// SPDX-License-Identifier: Apache-2.0
// Pairs the texts that two sides of a comparison have under the same key.
#pragma once

#include <map>
#include <string>
#include <utility>

namespace ng {

// `Texts`: pairs of key and text. Of a key that one side lacks, its text is empty.
template <class Texts>
std::map<std::string, std::pair<std::string, std::string>> texts_by_key(const Texts& a,
                                                                        const Texts& b) {
  std::map<std::string, std::pair<std::string, std::string>> texts;
  for (const auto& [key, text] : a) texts[key].first = text;
  for (const auto& [key, text] : b) texts[key].second = text;
  return texts;
}

}  // namespace ng
