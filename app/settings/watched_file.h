// SPDX-License-Identifier: Apache-2.0
// Notices when another program writes, replaces or deletes a file that the window shows.
#pragma once

#include <QDateTime>
#include <QFileSystemWatcher>
#include <QTimer>
#include <optional>

#include "engine/base/error.h"

namespace ng::views {

class WatchedFile : public QObject {
  Q_OBJECT

 public:
  explicit WatchedFile(QObject* parent = nullptr);

  const QString& path() const { return path_; }
  // The file as it is now is shown: it was opened, read again or saved. Empty: no file.
  void follow(const QString& path);
  void followOlder(const QString& path);  // an earlier version of it is shown
  // Whether a save would overwrite a version that is not shown. True once for each state of the
  // file: the second save overwrites it.
  bool refusesSave(const QString& path);
  // What is said then. `others`: "open it again to discard the edits".
  static Diagnostic refusalOfSave(const QString& path, const char* others);

 signals:
  void changed(bool exists);

 private:
  struct Stamp {
    QDateTime written;
    std::optional<qint64> bytes;  // nullopt: no such file
    bool operator==(const Stamp&) const = default;
  };
  static Stamp stampOf(const QString& path);

  void look();
  void watch();

  QString path_;
  Stamp known_;    // of the version that is shown
  Stamp seen_;     // of the version that was reported last
  Stamp refused_;  // of the version that a save would have overwritten
  QFileSystemWatcher watcher_;
  QTimer pause_;
};

}  // namespace ng::views
