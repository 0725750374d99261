// SPDX-License-Identifier: Apache-2.0
// The docked views: one dock for each row of the view table, and the arrangements of them that
// Alt+1..6 and Alt+0 bring.
#pragma once

#include <QObject>
#include <map>
#include <span>
#include <vector>

#include "app/workbench/settings.h"
#include "views/core/view.h"

class QAction;
class QDockWidget;
class QMainWindow;

namespace ng::views {

class FoldingPanel;
class PanelSizes;

struct LayoutRow {
  const char* id;
  const char* title;
  const char* shortcut;
  std::vector<const char*> hidden;  // views not shown
  std::vector<const char*> front;   // tabs in front
  int bottomHeight, leftWidth, rightWidth, bottomRightWidth;
  const char* focused = nullptr;  // the view whose keys one comes for; none: as it was
};
std::span<const LayoutRow> layoutTable();

class Docks : public QObject {
  Q_OBJECT

 public:
  // Makes every view of the table. `center` is given the one whose place that is, if any.
  Docks(QMainWindow* window, Workspace& workspace, Settings& settings);

  QWidget* centre() const { return centre_; }  // null when no view stands in the centre
  QWidget* view(const QString& id) const;      // null: no such view
  QDockWidget* dock(const QString& id) const;  // null for the centre
  QWidget* focusedView() const;                // with the focus, else the centre, else the first
  QList<QAction*> viewCommands() const;        // of all views

  const QString& layout() const { return layout_; }
  void setLayout(const QString& id);  // as the user left it, else its default
  void resetLayout();
  void keepLayout();                // writes the present arrangement to the settings
  void raise(const QString& id);    // shows it, brings its tab to the front, focuses it
  void uncover(const QString& id);  // brings its tab to the front, if it has one; the focus stays
  void hideAll();                   // at the start page
  void fold(bool narrow);           // the right panel becomes a rail
  void windowResized();

 signals:
  void fronted(const QString& id);  // of the lower tabs this one is seen now

 private:
  void make(const View& row);
  void place();
  void arrange(const LayoutRow& row);
  void updateTitles();

  QMainWindow* window_;
  Workspace& workspace_;
  Settings& settings_;
  QWidget* centre_ = nullptr;
  FoldingPanel* folding_ = nullptr;
  PanelSizes* sizes_;
  std::map<QString, QDockWidget*> docks_;
  std::map<QString, QWidget*> views_;
  QString layout_ = "explore";
};

}  // namespace ng::views
