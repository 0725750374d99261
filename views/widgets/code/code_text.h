// SPDX-License-Identifier: Apache-2.0
// A text with its language, and the map between its lines and the ops they compute. The model of a
// CodeView; contains no widget.
#pragma once

#include <QString>
#include <set>
#include <unordered_map>
#include <vector>

#include "engine/records/kernel_record.h"
#include "views/widgets/code/syntax.h"

namespace ng::views {

// Ops sorted by id.
using OpSet = std::set<OpId>;

class CodeText {
 public:
  CodeText() = default;
  // Tabs become spaces up to the next multiple of 8; a final line end is dropped. Entries of
  // `lines` beyond the text are dropped.
  CodeText(const QString& text, Language language, const std::vector<LineOps>& lines = {});
  static CodeText from(const KernelText& text, Language language);

  int lineCount() const { return lineCount_; }
  bool isEmpty() const { return text_.isEmpty(); }
  Language language() const { return language_; }
  const QString& text() const { return text_; }

  // The ops of line `index` (0-based); empty if it computes none.
  const std::vector<OpId>& opsAt(int index) const;
  // The lines (0-based, ascending) that compute any of `ops`.
  std::vector<int> linesOf(const OpSet& ops) const;
  // All ops that the lines compute.
  OpSet ops() const;

 private:
  QString text_;
  Language language_ = Language::plain;
  int lineCount_ = 0;
  std::unordered_map<int, std::vector<OpId>> opsOfLine_;
  std::unordered_map<OpId, std::vector<int>> linesOfOp_;
};

}  // namespace ng::views
