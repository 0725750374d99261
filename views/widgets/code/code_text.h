// SPDX-License-Identifier: Apache-2.0
// A text split into lines, and the map between its lines and the ops they compute. The model of a
// CodePane; contains no widget.
#pragma once

#include <QString>
#include <QStringView>
#include <set>
#include <unordered_map>
#include <vector>

#include "engine/records/record.h"
#include "views/widgets/code/syntax.h"

namespace ng::views {

// Ops sorted by id.
using OpSet = std::set<OpKey>;

class CodeText {
 public:
  CodeText() = default;
  // Tabs become spaces up to the next multiple of 8. Entries of `lines` beyond the text are
  // dropped.
  CodeText(const QString& text, Language language, const std::vector<LineOps>& lines = {});
  static CodeText from(const KernelText& text, Language language);

  int lineCount() const { return static_cast<int>(starts_.size()); }
  int longestLine() const { return longest_; }  // in characters
  bool isEmpty() const { return text_.isEmpty(); }
  Language language() const { return language_; }
  const QString& text() const { return text_; }

  // Line `index` (0-based), without its line end.
  QStringView line(int index) const;
  std::vector<TokenSpan> tokens(int index) const;

  // The ops of line `index` (0-based); empty if it computes none.
  const std::vector<OpKey>& opsAt(int index) const;
  // The lines (0-based, ascending) that compute any of `ops`.
  std::vector<int> linesOf(const OpSet& ops) const;
  // All ops that the lines compute.
  OpSet ops() const;

  struct Place {
    int line = 0, column = 0, length = 0;
  };
  // All occurrences of `needle`, ignoring case; none for an empty needle.
  std::vector<Place> find(const QString& needle) const;

 private:
  void index();

  QString text_;
  Language language_ = Language::plain;
  std::vector<qsizetype> starts_;
  std::vector<bool> insideComment_;  // state at the start of each line
  int longest_ = 0;
  std::unordered_map<int, std::vector<OpKey>> opsOfLine_;
  std::unordered_map<OpKey, std::vector<int>> linesOfOp_;
};

}  // namespace ng::views
