// SPDX-License-Identifier: Apache-2.0
// Docked views: one dock per row of the view table, placed by the current layout.
#pragma once

#include <QObject>
#include <map>

#include "app/settings/settings.h"
#include "app/window/layouts.h"
#include "views/core/view.h"

class QAction;
class QDockWidget;
class QMainWindow;

namespace ng::views {

class FoldingPanel;
class MaximizedView;
class PanelSizes;

constexpr int stateVersion = 3;  // of saved arrangements; increment when a dock is added

class Docks : public QObject {
  Q_OBJECT

 public:
  // Creates every view of the table. `center` receives the view placed in the centre, if any.
  Docks(QMainWindow* window, Workspace& workspace, Settings& settings);

  ViewBase* centre() const { return centre_; }  // null if no view is in the centre
  ViewBase* view(const QString& id) const;      // null if there is no such view
  ViewBase* view(Task task) const;
  QDockWidget* dock(const QString& id) const;  // null for the central view
  ViewBase* focusedView() const;               // focused, else central, else first view
  QList<QAction*> viewCommands() const;        // of all views

  const QString& layout() const { return layout_; }
  void setLayout(const QString& id);  // the user's saved arrangement, else the default
  void resetLayout();
  void keepLayout();              // saves the current arrangement to the settings
  void raise(const QString& id);  // shows the view, brings its tab to the front, focuses it
  void raise(Task task);
  void uncover(const QString& id);  // brings its tab to the front, if any; keeps the focus
  void hideAll();                   // for the start page
  void fold(bool narrow);           // folds the right panel to a rail
  // Shows one view alone, or all of them again. Any command that shows another view restores them.
  void toggleMaximized(const QString& id);
  MaximizedView& maximized() { return *maximized_; }
  void windowResized();

 signals:
  void fronted(const QString& id);  // this view became the visible one of the lower tabs

 private:
  void make(const View& row);
  void place();
  void arrange(const LayoutRow& row);
  void updateTitles();
  void tabDoubleClicked(const QString& title);

  QMainWindow* window_;
  Workspace& workspace_;
  Settings& settings_;
  ViewBase* centre_ = nullptr;
  FoldingPanel* folding_ = nullptr;
  PanelSizes* sizes_;
  MaximizedView* maximized_;
  std::map<QString, QDockWidget*> docks_;
  std::map<QString, ViewBase*> views_;
  QString layout_ = "explore";
};

}  // namespace ng::views
