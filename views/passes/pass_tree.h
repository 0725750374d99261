// SPDX-License-Identifier: Apache-2.0
// The tree of the passes. Letters are commands, and a right click is about the row under it: what
// is shown stays.
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
