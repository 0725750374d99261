// SPDX-License-Identifier: Apache-2.0
// Keys of a view that hold in the whole window: the previous and next pass, the graph's search.
// Where the focused widget has a meaning of its own for such a key, that holds; text fields get
// what is typed.
#pragma once

#include <QList>
#include <QString>

class QAction;
class QShortcut;

namespace ng::views {

class MainWindow;

class WindowKeys {
 public:
  explicit WindowKeys(MainWindow& window);  // its views must be there
  // Where the key of a command holds: "everywhere", or the title of its view.
  static QString where(MainWindow& window, const QAction* command);

 private:
  void follow() const;

  MainWindow& window_;
  QList<QShortcut*> keys_;
};

}  // namespace ng::views
