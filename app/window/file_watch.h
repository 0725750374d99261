// SPDX-License-Identifier: Apache-2.0
// Reloads the document when its file changes, unless that would lose a run or edits. In this case,
// or when the file is deleted, a message is shown and the document stays.
#pragma once

#include "app/settings/watched_file.h"
#include "views/core/workspace.h"

namespace ng::views {

class FileWatch : public QObject {
  Q_OBJECT

 public:
  explicit FileWatch(Workspace& workspace, QObject* parent = nullptr);

  void follow(const QString& path);                 // of the shown document; empty: none
  void noteSaved() { file_.follow(file_.path()); }  // the workbench itself saved the file
  // See WatchedFile.
  bool refusesSave(const QString& path) { return file_.refusesSave(path); }
  // Edits of an earlier version of the file are about to be shown: reports it as changed.
  void noteOutdated(const QString& path) { outdated_ = path; }

 private:
  void changed(bool exists);
  std::string whatIsAtStake() const;  // what a reload would lose; empty: nothing
  void say(const std::string& what, const std::string& found, const std::string& action);

  Workspace& workspace_;
  WatchedFile file_;
  QString outdated_;  // as noted; empty: none
};

}  // namespace ng::views
