// SPDX-License-Identifier: Apache-2.0
#include "app/window/file_watch.h"

#include <QFileInfo>
#include <utility>

namespace ng::views {

FileWatch::FileWatch(Workspace& workspace, QObject* parent)
    : QObject(parent), workspace_(workspace) {
  connect(&file_, &WatchedFile::changed, this, &FileWatch::changed);
}

void FileWatch::follow(const QString& path) {
  // Showing a draft does not read the file: changes of the file must still be reported.
  const bool draft = workspace_.editor != nullptr && workspace_.editor->editing();
  const bool older = draft && !path.isEmpty() && path == std::exchange(outdated_, {});
  if (older)
    file_.followOlder(path);
  else if (path != file_.path() || !draft)
    file_.follow(path);
}

void FileWatch::changed(bool exists) {
  const std::string name = QFileInfo(file_.path()).fileName().toStdString();
  if (!exists)
    return say(name + " no longer exists.", "no such file",
               "The document stays open; save it under another name, or restore the file.");
  const std::string stake = whatIsAtStake();
  if (stake.empty()) return workspace_.documents.open(file_.path());
  say(name + " changed on disk.", stake,
      "File > Reload (Ctrl+R) reloads it and discards " + stake + ".");
}

std::string FileWatch::whatIsAtStake() const {
  if (workspace_.editor != nullptr && workspace_.editor->modified()) return "unsaved edits";
  if (workspace_.run.status().state == RunState::running) return "the current run";
  if (workspace_.run.status().lastIteration > 0)
    return "the run's " + std::to_string(workspace_.run.status().lastIteration) + " iterations";
  if (workspace_.run.status().trained > 0) return "the trained variables";
  return {};
}

void FileWatch::say(const std::string& what, const std::string& found, const std::string& action) {
  Diagnostic diagnostic;
  diagnostic.severity = Severity::warning;
  diagnostic.what = what;
  diagnostic.where = file_.path().toStdString();
  diagnostic.found = found;
  diagnostic.action = action;
  emit workspace_.messages.message(diagnostic);
}

}  // namespace ng::views
