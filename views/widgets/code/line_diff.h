// SPDX-License-Identifier: Apache-2.0
// The line diff of two texts: rows of equal, removed and added lines, with as few changes as
// possible.
#pragma once

#include <QString>
#include <QStringList>
#include <vector>

namespace ng::views {

enum class DiffMark { same, removed, added };

// A row of the diff. Line numbers are 1-based; 0 if the line is not in that text.
struct DiffRow {
  DiffMark mark = DiffMark::same;
  int left = 0;
  int right = 0;
  QString text;
  bool operator==(const DiffRow&) const = default;
};

// All rows, in order. Myers' algorithm; texts that differ in more than `mostChanges` lines get one
// block of removals and one of additions between their common head and tail.
std::vector<DiffRow> lineDiff(const QString& left, const QString& right, int mostChanges = 2000);

// Counts of rows by mark.
struct DiffCount {
  int added = 0, removed = 0;
};
DiffCount count(const std::vector<DiffRow>& rows);

}  // namespace ng::views
