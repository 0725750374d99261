// SPDX-License-Identifier: Apache-2.0
// Line diff of two texts.
#pragma once

#include <string>
#include <vector>

namespace ng::cli {

struct DiffLine {
  char mark = ' ';  // ' ', '-' or '+'
  std::string text;
};

// All lines of both texts with a minimal number of marked ones. O(N·D) time and memory, D being the
// number of differing lines.
std::vector<DiffLine> diffLines(const std::string& before, const std::string& after);

// Changed lines with `context` lines around them, hunks separated by "@@". Empty if equal.
std::string unifiedDiff(const std::string& before, const std::string& after, int context = 3);

}  // namespace ng::cli
