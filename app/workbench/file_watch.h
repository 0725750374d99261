// SPDX-License-Identifier: Apache-2.0
// The document's file on the disk: it is read again when it changes, unless a run or edits would be
// lost; then, and when it is gone, a message says so and the document stays as it is.
#pragma once

#include <QDateTime>
#include <QFileSystemWatcher>
#include <QTimer>

#include "views/core/workspace.h"

namespace ng::views {

class FileWatch : public QObject {
  Q_OBJECT

 public:
  explicit FileWatch(Workspace& workspace, QObject* parent = nullptr);

  void follow(const QString& path);  // as it is now on the disk; empty: none
  void noteSaved();                  // by ourselves

 private:
  struct Stamp {
    QDateTime written;
    qint64 bytes = -1;  // -1: there is no such file
    bool operator==(const Stamp&) const = default;
  };
  static Stamp stampOf(const QString& path);

  void look();
  void watch();
  std::string whatIsAtStake() const;  // empty: nothing
  void say(const std::string& what, const std::string& found, const std::string& action);

  Workspace& workspace_;
  QString path_;
  Stamp seen_;
  QFileSystemWatcher watcher_;
  QTimer pause_;
};

}  // namespace ng::views
