// SPDX-License-Identifier: Apache-2.0
// Watches the file, and its folder for a file that reappears.
#include "app/window/file_watch.h"

#include <QFileInfo>
#include <utility>

namespace ng::views {

namespace {

constexpr int pause = 120;  // ms: editors write a file in several steps

}  // namespace

FileWatch::FileWatch(Workspace& workspace, QObject* parent)
    : QObject(parent), workspace_(workspace) {
  pause_.setSingleShot(true);
  pause_.setInterval(pause);
  const auto later = [this] { pause_.start(); };
  connect(&watcher_, &QFileSystemWatcher::fileChanged, this, later);
  connect(&watcher_, &QFileSystemWatcher::directoryChanged, this, later);
  connect(&pause_, &QTimer::timeout, this, &FileWatch::look);
}

FileWatch::Stamp FileWatch::stampOf(const QString& path) {
  const QFileInfo file(path);
  return file.isFile() ? Stamp{file.lastModified(), file.size()} : Stamp{};
}

void FileWatch::follow(const QString& path) {
  if (path != path_) {
    const QStringList before = watcher_.files() + watcher_.directories();
    if (!before.isEmpty()) watcher_.removePaths(before);
  }
  // Showing a draft does not read the file: changes of the file must still be reported.
  const bool draft = workspace_.editor != nullptr && workspace_.editor->editing();
  if (path != path_ || !draft) known_ = seen_ = stampOf(path);
  path_ = path;
  watch();
}

void FileWatch::noteSaved() {
  known_ = seen_ = stampOf(path_);
  watch();
}

bool FileWatch::refusesSave(const QString& path) {
  const Stamp now = stampOf(path);
  if (path != path_ || !now.bytes || now == known_) return false;
  return std::exchange(refused_, now) != now;
}

void FileWatch::watch() {
  if (path_.isEmpty() || !seen_.bytes) return;
  watcher_.addPath(path_);  // a replaced file is a new one for the watcher
  watcher_.addPath(QFileInfo(path_).path());
}

void FileWatch::look() {
  if (path_.isEmpty()) return;
  const Stamp now = stampOf(path_);
  if (now == seen_) return watch();
  seen_ = now;
  watch();
  const std::string name = QFileInfo(path_).fileName().toStdString();
  if (!now.bytes)
    return say(name + " no longer exists.", "no such file",
               "The document stays open; save it under another name, or restore the file.");
  const std::string stake = whatIsAtStake();
  if (stake.empty()) return workspace_.documents.open(path_);
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
  diagnostic.where = path_.toStdString();
  diagnostic.found = found;
  diagnostic.action = action;
  emit workspace_.messages.message(diagnostic);
}

}  // namespace ng::views
