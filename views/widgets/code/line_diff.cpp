// SPDX-License-Identifier: Apache-2.0
// Myers' greedy line diff with a bound on its work.
#include "views/widgets/code/line_diff.h"

#include <algorithm>

namespace ng::views {
namespace {

QStringList linesOf(const QString& text) {
  if (text.isEmpty()) return {};
  QStringList lines = text.split(u'\n');
  if (lines.last().isEmpty()) lines.removeLast();
  return lines;
}

// Diff of left[first, leftEnd) and right[first, rightEnd), the part between the common head and the
// common tail.
class Middle {
 public:
  Middle(const QStringList& left, const QStringList& right, int head, int tail)
      : left_(left),
        right_(right),
        head_(head),
        n_(static_cast<int>(left.size()) - head - tail),
        m_(static_cast<int>(right.size()) - head - tail) {}

  std::vector<DiffRow> rows(int mostChanges) {
    if (n_ == 0 || m_ == 0 || !search(mostChanges)) return block();
    return walkBack();
  }

 private:
  bool equal(int x, int y) const { return left_[head_ + x] == right_[head_ + y]; }
  DiffRow removed(int x) const { return {DiffMark::removed, head_ + x + 1, 0, left_[head_ + x]}; }
  DiffRow added(int y) const { return {DiffMark::added, 0, head_ + y + 1, right_[head_ + y]}; }

  std::vector<DiffRow> block() const {
    std::vector<DiffRow> rows;
    for (int x = 0; x < n_; ++x) rows.push_back(removed(x));
    for (int y = 0; y < m_; ++y) rows.push_back(added(y));
    return rows;
  }

  // Whether the step to diagonal k at distance d comes from above (an addition).
  static bool fromAbove(const std::vector<int>& reach, int k, int d, int zero) {
    return k == -d || (k != d && reach[static_cast<std::size_t>(k - 1 + zero)] <
                                     reach[static_cast<std::size_t>(k + 1 + zero)]);
  }

  // Fills trace_ with the furthest x per diagonal after each distance; false if the bound is
  // exceeded.
  bool search(int mostChanges) {
    const int most = std::min(mostChanges, n_ + m_);
    std::vector<int> reach(static_cast<std::size_t>(2 * most + 3), 0);
    const int zero = most + 1;
    for (int d = 0; d <= most; ++d) {
      // Only diagonals -d..d are read later.
      trace_.emplace_back(reach.begin() + (zero - d - 1), reach.begin() + (zero + d + 2));
      for (int k = -d; k <= d; k += 2) {
        const auto at = static_cast<std::size_t>(k + zero);
        int x = fromAbove(reach, k, d, zero) ? reach[at + 1] : reach[at - 1] + 1;
        while (x < n_ && x - k < m_ && equal(x, x - k)) ++x;
        reach[at] = x;
        if (x >= n_ && x - k >= m_) return true;
      }
    }
    return false;
  }

  std::vector<DiffRow> walkBack() const {
    std::vector<DiffRow> rows;
    int x = n_, y = m_;
    for (int d = static_cast<int>(trace_.size()) - 1; d >= 0; --d) {
      const std::vector<int>& reach = trace_[static_cast<std::size_t>(d)];
      const int zero = d + 1;
      const int k = x - y;
      const bool above = fromAbove(reach, k, d, zero);
      const int before = above ? k + 1 : k - 1;
      const int startX = d == 0 ? 0 : reach[static_cast<std::size_t>(before + zero)];
      const int startY = d == 0 ? 0 : startX - before;
      while (x > startX && y > startY) {
        --x, --y;
        rows.push_back({DiffMark::same, head_ + x + 1, head_ + y + 1, left_[head_ + x]});
      }
      if (d == 0) break;
      rows.push_back(above ? added(--y) : removed(--x));
    }
    std::reverse(rows.begin(), rows.end());
    return rows;
  }

  const QStringList& left_;
  const QStringList& right_;
  int head_, n_, m_;
  std::vector<std::vector<int>> trace_;
};

}  // namespace

std::vector<DiffRow> lineDiff(const QString& leftText, const QString& rightText, int mostChanges) {
  const QStringList left = linesOf(leftText), right = linesOf(rightText);
  const int shorter = static_cast<int>(std::min(left.size(), right.size()));
  int head = 0, tail = 0;
  while (head < shorter && left[head] == right[head]) ++head;
  while (tail < shorter - head && left[left.size() - 1 - tail] == right[right.size() - 1 - tail]) {
    ++tail;
  }
  std::vector<DiffRow> rows;
  for (int i = 0; i < head; ++i) rows.push_back({DiffMark::same, i + 1, i + 1, left[i]});
  for (DiffRow& row : Middle(left, right, head, tail).rows(mostChanges)) {
    rows.push_back(std::move(row));
  }
  for (int i = tail; i > 0; --i) {
    const int l = static_cast<int>(left.size()) - i, r = static_cast<int>(right.size()) - i;
    rows.push_back({DiffMark::same, l + 1, r + 1, left[l]});
  }
  return rows;
}

DiffCount count(const std::vector<DiffRow>& rows) {
  DiffCount result;
  for (const DiffRow& row : rows) {
    if (row.mark == DiffMark::added) ++result.added;
    if (row.mark == DiffMark::removed) ++result.removed;
  }
  return result;
}

}  // namespace ng::views
