// SPDX-License-Identifier: Apache-2.0
// Dynamic programming over pattern × text: exact, linear in the product of their lengths.
#include "app/window/palette/fuzzy.h"

#include <algorithm>

namespace ng::views {

namespace {

constexpr int perLetter = 8, atStart = 12, atWord = 10, together = 12, perGap = -1, longestGap = 6;
constexpr int impossible = -1000000;

bool beginsWord(const QString& text, int i) {
  if (i == 0) return true;
  const QChar before = text[i - 1], here = text[i];
  return !before.isLetterOrNumber() || (before.isLower() && here.isUpper()) ||
         (before.isDigit() != here.isDigit());
}

// Best score of a match whose last letter is at each position of the text.
struct Row {
  std::vector<int> score, from;
  explicit Row(int length)
      : score(static_cast<std::size_t>(length), impossible),
        from(static_cast<std::size_t>(length), -1) {}
};

Row nextRow(const QString& text, QChar letter, const Row* before) {
  const int length = static_cast<int>(text.size());
  Row row(length);
  int best = impossible, bestAt = -1;  // best score of the previous row, including gap penalties
  for (int i = 0; i < length; ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (text[i].toLower() == letter) {
      const int own = perLetter + (i == 0 ? atStart : beginsWord(text, i) ? atWord : 0);
      if (before == nullptr) {
        row.score[at] = own + std::max(perGap * i, perGap * longestGap);
      } else {
        if (best > impossible) row.score[at] = best + own, row.from[at] = bestAt;
        const int joined = i > 0 ? before->score[at - 1] + own + together : impossible;
        if (i > 0 && before->score[at - 1] > impossible && joined >= row.score[at])
          row.score[at] = joined, row.from[at] = i - 1;
      }
    }
    if (before == nullptr) continue;
    if (best > impossible) best += perGap;
    if (before->score[at] > impossible && before->score[at] >= best)
      best = before->score[at], bestAt = i;
  }
  return row;
}

}  // namespace

std::optional<FuzzyMatch> fuzzyMatch(const QString& pattern, const QString& text) {
  QString letters = pattern.toLower();
  letters.remove(' ');
  if (letters.isEmpty()) return FuzzyMatch{};
  int next = 0;  // cheap rejection of most texts, without allocation
  for (const QChar c : text) {
    if (c.toLower() == letters[next] && ++next == letters.size()) break;
  }
  if (next < letters.size()) return std::nullopt;
  std::vector<Row> rows;
  rows.reserve(static_cast<std::size_t>(letters.size()));
  for (const QChar letter : letters)
    rows.push_back(nextRow(text, letter, rows.empty() ? nullptr : &rows.back()));
  const std::vector<int>& last = rows.back().score;
  int at = static_cast<int>(std::max_element(last.begin(), last.end()) - last.begin());
  FuzzyMatch match;
  match.score = last[static_cast<std::size_t>(at)] - static_cast<int>(text.size()) / 8;
  match.positions.resize(rows.size());
  for (std::size_t r = rows.size(); r-- > 0;) {
    match.positions[r] = at;
    at = rows[r].from[static_cast<std::size_t>(at)];
  }
  return match;
}

}  // namespace ng::views
