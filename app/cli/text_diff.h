// SPDX-License-Identifier: Apache-2.0
// The difference of two texts, line by line.
#pragma once

#include <string>
#include <vector>

namespace ng::cli {

struct DiffLine {
  char mark = ' ';  // ' ', '-' or '+'
  std::string text;
};

// All lines of both, the fewest of them marked. Time and memory grow with the lines that differ.
std::vector<DiffLine> diffLines(const std::string& before, const std::string& after);

// Changed lines with `context` lines around them; "@@" stands between pieces. Empty when equal.
std::string unifiedDiff(const std::string& before, const std::string& after, int context = 3);

}  // namespace ng::cli
