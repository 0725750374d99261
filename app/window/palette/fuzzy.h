// SPDX-License-Identifier: Apache-2.0
// Fuzzy matching: the letters of a pattern in order, anywhere in a text. Word starts and
// consecutive letters score higher.
#pragma once

#include <QString>
#include <optional>
#include <vector>

namespace ng::views {

struct FuzzyMatch {
  int score = 0;               // higher is better
  std::vector<int> positions;  // positions of the pattern's letters in the text
};

// Returns nullopt if the pattern does not occur; an empty pattern matches with score 0. Spaces in
// the pattern are ignored. Case-insensitive.
std::optional<FuzzyMatch> fuzzyMatch(const QString& pattern, const QString& text);

}  // namespace ng::views
