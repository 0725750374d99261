// SPDX-License-Identifier: Apache-2.0
// Copies a tree as text: one line per visible row, indented by depth.
#pragma once

#include <QTreeView>

namespace ng::views {

QString treeText(const QTreeView& tree);  // columns separated by tabs, two spaces per level
void addCopyAction(QTreeView* tree);      // Ctrl+C

}  // namespace ng::views
