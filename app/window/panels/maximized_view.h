// SPDX-License-Identifier: Apache-2.0
// Shows one view in the whole centre of the window and restores the former arrangement.
#pragma once

#include <QByteArray>
#include <QObject>

class QDockWidget;
class QLabel;
class QMainWindow;
class QStackedWidget;

namespace ng::views {

class MaximizedView : public QObject {
  Q_OBJECT

 public:
  explicit MaximizedView(QMainWindow* window);
  // The centre of the window; its current page shows the central view.
  void setPages(QStackedWidget* pages);

  // Docks of the window must be hidden by the caller after show() and before the next event.
  void show(QDockWidget* dock);  // null: the central view
  void restore();                // does nothing if no view is maximized
  bool active() const { return active_; }
  QDockWidget* dock() const { return dock_; }
  // The arrangement to save: while a view is maximized, the one before.
  QByteArray state() const;

 signals:
  void changed();

 private:
  QMainWindow* window_;
  QStackedWidget* pages_ = nullptr;
  QWidget* frame_ = nullptr;  // a page: the title and the view
  QLabel* title_ = nullptr;
  QDockWidget* dock_ = nullptr;
  QWidget* view_ = nullptr;  // taken out of `dock_`
  int page_ = 0;             // shown before
  bool active_ = false;
  QByteArray state_;
};

}  // namespace ng::views
