// SPDX-License-Identifier: Apache-2.0
// Fuzzy matching: the letters of a pattern in order, anywhere in a text; best where words begin and
// where letters stand together.
#pragma once

#include <QString>
#include <optional>
#include <vector>

namespace ng::views {

struct FuzzyMatch {
  int score = 0;               // higher is better
  std::vector<int> positions;  // of the pattern's letters in the text
};

// Nothing when the pattern does not occur; an empty pattern matches with score 0. Spaces in the
// pattern separate parts which must all occur, in order. Case plays no part.
std::optional<FuzzyMatch> fuzzyMatch(const QString& pattern, const QString& text);

}  // namespace ng::views
