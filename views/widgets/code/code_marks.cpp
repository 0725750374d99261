// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/code/code_marks.h"

#include <algorithm>

#include "views/core/theme/theme.h"

namespace ng::views {

void CodeMarks::setLit(std::vector<int> lines) {
  if (lines == lit_) return;
  lit_ = std::move(lines);
  emit changed();
}

bool CodeMarks::isLit(int line) const {
  return std::binary_search(lit_.begin(), lit_.end(), line);
}

void CodeMarks::setError(std::optional<int> line) {
  if (line == error_) return;
  error_ = line;
  emit changed();
}

void CodeMarks::setHover(std::optional<int> line) {
  if (line == hover_) return;
  hover_ = line;
  emit changed();
}

void CodeMarks::clear() {
  setLit({});
  setError({});
  setHover({});
}

QColor CodeMarks::colour(int line) const {
  const Colours& colours = Theme::current().colours();
  if (line == error_) return colours.removedRow;
  if (isLit(line)) return colours.selectionRow;
  return line == hover_ ? colours.hover : QColor();
}

}  // namespace ng::views
