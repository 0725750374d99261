// SPDX-License-Identifier: Apache-2.0
// Tree view of the passes. Disables keyboard search, because letters are shortcuts; a right click
// does not change the current row.
#pragma once

#include <QMouseEvent>
#include <QTreeView>

namespace ng::views {

class PassTree : public QTreeView {
 public:
  using QTreeView::QTreeView;
  void keyboardSearch(const QString&) override {}

 protected:
  void mousePressEvent(QMouseEvent* event) override {
    if (event->button() == Qt::LeftButton) QTreeView::mousePressEvent(event);
  }
};

}  // namespace ng::views
