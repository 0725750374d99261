// SPDX-License-Identifier: Apache-2.0
// View keys that work in the whole window: previous and next pass, graph search. A focused widget
// with its own meaning for the key takes precedence; text fields receive typed characters.
#pragma once

#include <QList>
#include <QString>

class QAction;
class QShortcut;

namespace ng::views {

class MainWindow;

class WindowKeys {
 public:
  explicit WindowKeys(MainWindow& window);  // precondition: the views exist
  // Where a command's key works: "everywhere", or the title of its view.
  static QString where(MainWindow& window, const QAction* command);

 private:
  void follow() const;

  MainWindow& window_;
  QList<QShortcut*> keys_;
};

}  // namespace ng::views
