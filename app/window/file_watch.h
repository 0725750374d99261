// SPDX-License-Identifier: Apache-2.0
// Watches the document's file and reloads it when it changes, unless that would lose a run or
// edits. In this case, or when the file is deleted, a message is shown and the document stays.
#pragma once

#include <QDateTime>
#include <QFileSystemWatcher>
#include <QTimer>
#include <optional>

#include "views/core/workspace.h"

namespace ng::views {

class FileWatch : public QObject {
  Q_OBJECT

 public:
  explicit FileWatch(Workspace& workspace, QObject* parent = nullptr);

  void follow(const QString& path);  // starts from the file's current state; empty: none
  void noteSaved();                  // the workbench itself saved the file

 private:
  struct Stamp {
    QDateTime written;
    std::optional<qint64> bytes;  // nullopt: no such file
    bool operator==(const Stamp&) const = default;
  };
  static Stamp stampOf(const QString& path);

  void look();
  void watch();
  std::string whatIsAtStake() const;  // what a reload would lose; empty: nothing
  void say(const std::string& what, const std::string& found, const std::string& action);

  Workspace& workspace_;
  QString path_;
  Stamp seen_;
  QFileSystemWatcher watcher_;
  QTimer pause_;
};

}  // namespace ng::views
