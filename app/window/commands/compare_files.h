// SPDX-License-Identifier: Apache-2.0
// File > Compare with…: shows two documents, saved compilations or captures with their differences,
// or a checkpoint with another one or with a document's variables.
#pragma once

#include <QObject>

#include "views/core/session/documents.h"

namespace ng::views {

class MainWindow;

class CompareFiles : public QObject {
  Q_OBJECT

 public:
  // The window's actions exist; it owns this.
  explicit CompareFiles(MainWindow& window);
  static CompareFiles& of(const MainWindow& window);

  // The documents replace the open one; a bar asks first whether to save unsaved work.
  void compare(const QString& first, const QString& second);
  void compareShownWith(const QString& second);

 private:
  void follow();
  void choose();
  QString shown() const;  // path of the shown document; empty: none, or never saved

  MainWindow& window_;
  DocumentDifferencePtr difference_;
};

}  // namespace ng::views
