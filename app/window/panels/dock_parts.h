// SPDX-License-Identifier: Apache-2.0
// Title bar of a dock, and the panel that folds to a rail in narrow windows.
#pragma once

#include <QWidget>

class QDockWidget;
class QToolButton;

namespace ng::views {

class DockTitle : public QWidget {
  Q_OBJECT

 public:
  explicit DockTitle(QDockWidget* dock);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 signals:
  void doubleClicked();

 protected:
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  QDockWidget* dock_;
  QToolButton* close_;
};

// Shows a view, or a 44 px wide rail with the view's icon that unfolds it when clicked.
class FoldingPanel : public QWidget {
  Q_OBJECT

 public:
  FoldingPanel(QWidget* view, const QString& icon, const QString& title);
  bool folded() const { return folded_; }
  void setFolded(bool folded);

 private:
  QWidget* view_;
  QToolButton* rail_;
  bool folded_ = false;
};

}  // namespace ng::views
