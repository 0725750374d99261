// SPDX-License-Identifier: Apache-2.0
// The commands of the graph view: actions with keys, the buttons of its strips and the context
// menu.
#pragma once

#include <QAction>
#include <QHash>
#include <functional>

#include "views/graph/scene/scene.h"

class QMenu;

namespace ng::views {

class GraphView;

class GraphActions : public QObject {
  Q_OBJECT

 public:
  explicit GraphActions(GraphView& view);

  void follow();         // check marks: direction, folding and grouping
  void followDevices();  // grouping by device needs ops that name a device
  void showMenu(ItemId item, const QPoint& global);

 private:
  QAction* add(const QString& text, const QString& icon, const QKeySequence& key,
               std::function<void()> run);
  QAction* addCheckable(const QString& text, const QString& icon, const QKeySequence& key,
                        std::function<void()> run);
  void addNavigation();
  void addSubsets();
  void addGroups();
  void addArrangement();
  void fillLegend();
  void fillFindBar();
  void addCardEntries(QMenu& menu, ItemId item);

  GraphView& view_;
  QHash<QString, QAction*> actions_;  // by icon
  QHash<GroupBy, QAction*> groupings_;
};

}  // namespace ng::views
