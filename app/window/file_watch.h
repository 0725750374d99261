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
  // Whether another program wrote or replaced the file since it was read or saved. True once for
  // each state of the file: the second save overwrites it.
  bool refusesSave(const QString& path);

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
  Stamp known_;    // when the workbench read or saved it
  Stamp seen_;     // reported or reloaded
  Stamp refused_;  // a save would have overwritten it
  QFileSystemWatcher watcher_;
  QTimer pause_;
};

}  // namespace ng::views
