// SPDX-License-Identifier: Apache-2.0
// Sets bookmarks in the graph and goes to them; an action for each number.
#pragma once

#include <QAction>

#include "views/graph/bookmarks.h"
#include "views/graph/graph_shown.h"

namespace ng::views {

class GraphBookmarks : public QObject {
  Q_OBJECT

 public:
  explicit GraphBookmarks(GraphShown& shown);

  const Bookmarks& all() const { return bookmarks_; }
  const QList<QAction*>& actions() const { return actions_; }  // "Go to bookmark 1: W"
  void toggle();                                               // for the selected op or the place
  void goTo(int number);
  void clear();
  void nameActions();  // after their targets
  void save(QJsonObject& state) const;
  void restore(const QJsonObject& state);

 private:
  GraphShown& shown_;
  Bookmarks bookmarks_;
  QList<QAction*> actions_;
};

}  // namespace ng::views
