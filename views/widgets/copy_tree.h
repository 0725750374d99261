// SPDX-License-Identifier: Apache-2.0
// Copying what a tree shows: a line a row that is not folded away, deeper rows further in.
#pragma once

#include <QTreeView>

namespace ng::views {

QString treeText(const QTreeView& tree);  // columns by tabs, depth by two blanks
void addCopyAction(QTreeView* tree);      // Ctrl+C

}  // namespace ng::views
