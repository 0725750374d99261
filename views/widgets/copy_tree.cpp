// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/copy_tree.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>

namespace ng::views {

QString treeText(const QTreeView& tree) {
  QString text;
  const QAbstractItemModel& model = *tree.model();
  for (QModelIndex at = model.index(0, 0); at.isValid(); at = tree.indexBelow(at)) {
    for (QModelIndex up = at.parent(); up.isValid(); up = up.parent()) text += "  ";
    for (int column = 0; column < model.columnCount(at.parent()); ++column)
      text += (column > 0 ? "\t" : "") + at.siblingAtColumn(column).data().toString();
    text += '\n';
  }
  return text;
}

void addCopyAction(QTreeView* tree) {
  auto* copy = new QAction(QObject::tr("Copy as text"), tree);
  copy->setShortcut(QKeySequence::Copy);
  copy->setShortcutContext(Qt::WidgetShortcut);
  QObject::connect(copy, &QAction::triggered, tree,
                   [tree] { QApplication::clipboard()->setText(treeText(*tree)); });
  tree->addAction(copy);
}

}  // namespace ng::views
