// SPDX-License-Identifier: Apache-2.0
// Myers' greedy O(ND) diff: the furthest point on each diagonal for each number of edits.
#include "app/cli/text_diff.h"

#include <algorithm>

namespace ng::cli {
namespace {

constexpr int mostEdits = 4000;  // above this, all lines between the common ends count as replaced

std::vector<std::string> linesOf(const std::string& text) {
  std::vector<std::string> lines;
  std::size_t begin = 0;
  while (begin < text.size()) {
    std::size_t end = text.find('\n', begin);
    if (end == text.npos) end = text.size();
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

class Walk {
 public:
  Walk(const std::vector<std::string>& a, const std::vector<std::string>& b)
      : a_(a), b_(b), n_(static_cast<int>(a.size())), m_(static_cast<int>(b.size())) {}

  std::vector<DiffLine> run() {
    const int most = std::min(n_ + m_, mostEdits);
    std::vector<int> furthest(static_cast<std::size_t>(2 * most + 3), 0);
    auto at = [&](int diagonal) -> int& {
      return furthest[static_cast<std::size_t>(diagonal + most + 1)];
    };
    for (int edits = 0; edits <= most; ++edits) {
      for (int k = -edits; k <= edits; k += 2) {
        int x = k == -edits || (k != edits && at(k - 1) < at(k + 1)) ? at(k + 1) : at(k - 1) + 1;
        while (x < n_ && x - k >= 0 && x - k < m_ && same(x, x - k)) ++x;
        at(k) = x;
        if (x >= n_ && x - k >= m_) {
          history_.emplace_back(furthest.begin() + most + 1 - edits,
                                furthest.begin() + most + 2 + edits);
          return backwards(edits);
        }
      }
      history_.emplace_back(furthest.begin() + most + 1 - edits,
                            furthest.begin() + most + 2 + edits);
    }
    return replaced();
  }

 private:
  bool same(int x, int y) const {
    return a_[static_cast<std::size_t>(x)] == b_[static_cast<std::size_t>(y)];
  }
  // The furthest x on diagonal k after `edits` edits.
  int reached(int edits, int k) const {
    if (edits < 0 || k < -edits || k > edits) return -1;
    return history_[static_cast<std::size_t>(edits)][static_cast<std::size_t>(k + edits)];
  }

  std::vector<DiffLine> backwards(int edits) const {
    std::vector<DiffLine> lines;
    int x = n_, y = m_;
    for (; edits > 0; --edits) {
      const int k = x - y;
      const bool added =
          k == -edits || (k != edits && reached(edits - 1, k - 1) < reached(edits - 1, k + 1));
      const int from = added ? k + 1 : k - 1;
      const int startX = reached(edits - 1, from), startY = startX - from;
      const int middle = added ? startX : startX + 1;
      while (x > middle) --x, --y, lines.push_back({' ', a_[static_cast<std::size_t>(x)]});
      if (added) {
        lines.push_back({'+', b_[static_cast<std::size_t>(startY)]});
      } else {
        lines.push_back({'-', a_[static_cast<std::size_t>(startX)]});
      }
      x = startX, y = startY;
    }
    while (x > 0) lines.push_back({' ', a_[static_cast<std::size_t>(--x)]});
    std::reverse(lines.begin(), lines.end());
    return lines;
  }

  std::vector<DiffLine> replaced() const {
    std::vector<DiffLine> lines;
    for (const std::string& line : a_) lines.push_back({'-', line});
    for (const std::string& line : b_) lines.push_back({'+', line});
    return lines;
  }

  const std::vector<std::string>&a_, &b_;
  int n_, m_;
  std::vector<std::vector<int>> history_;  // diagonals -edits .. edits, for each number of edits
};

}  // namespace

std::vector<DiffLine> diffLines(const std::string& before, const std::string& after) {
  const std::vector<std::string> a = linesOf(before), b = linesOf(after);
  return Walk(a, b).run();
}

std::string unifiedDiff(const std::string& before, const std::string& after, int context) {
  const std::vector<DiffLine> lines = diffLines(before, after);
  std::vector<bool> shown(lines.size(), false);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].mark == ' ') continue;
    const std::size_t first = i < static_cast<std::size_t>(context) ? 0 : i - context;
    for (std::size_t k = first; k <= i + context && k < lines.size(); ++k) shown[k] = true;
  }
  std::string text;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!shown[i]) continue;
    if (i > 0 && !shown[i - 1]) text += "@@\n";
    text += std::string(1, lines[i].mark) + lines[i].text + "\n";
  }
  return text;
}

}  // namespace ng::cli
