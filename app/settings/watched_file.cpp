// SPDX-License-Identifier: Apache-2.0
// Watches the file, and its folder for a file that reappears.
#include "app/settings/watched_file.h"

#include <QFileInfo>
#include <utility>

namespace ng::views {

namespace {

constexpr int pause = 120;  // ms: editors write a file in several steps

}  // namespace

WatchedFile::WatchedFile(QObject* parent) : QObject(parent) {
  pause_.setSingleShot(true);
  pause_.setInterval(pause);
  const auto later = [this] { pause_.start(); };
  connect(&watcher_, &QFileSystemWatcher::fileChanged, this, later);
  connect(&watcher_, &QFileSystemWatcher::directoryChanged, this, later);
  connect(&pause_, &QTimer::timeout, this, &WatchedFile::look);
}

WatchedFile::Stamp WatchedFile::stampOf(const QString& path) {
  const QFileInfo file(path);
  return file.isFile() ? Stamp{file.lastModified(), file.size()} : Stamp{};
}

void WatchedFile::follow(const QString& path) {
  if (path != path_) {
    const QStringList before = watcher_.files() + watcher_.directories();
    if (!before.isEmpty()) watcher_.removePaths(before);
  }
  path_ = path;
  known_ = seen_ = stampOf(path);
  watch();
}

void WatchedFile::followOlder(const QString& path) {
  follow(path);
  known_ = seen_ = {};
  pause_.start();
}

bool WatchedFile::refusesSave(const QString& path) {
  const Stamp now = stampOf(path);
  if (path != path_ || !now.bytes || now == known_) return false;
  return std::exchange(refused_, now) != now;
}

Diagnostic WatchedFile::refusalOfSave(const QString& path, const char* others) {
  Diagnostic diagnostic;
  diagnostic.severity = Severity::warning;
  diagnostic.what =
      QFileInfo(path).fileName().toStdString() + " changed on disk; it was not saved.";
  diagnostic.where = path.toStdString();
  diagnostic.action = std::string("Save again to overwrite the file, or ") + others;
  return diagnostic;
}

void WatchedFile::watch() {
  if (path_.isEmpty() || !seen_.bytes) return;
  watcher_.addPath(path_);  // a replaced file is a new one for the watcher
  watcher_.addPath(QFileInfo(path_).path());
}

void WatchedFile::look() {
  if (path_.isEmpty()) return;
  const Stamp now = stampOf(path_);
  const bool same = now == std::exchange(seen_, now);
  watch();
  if (!same) emit changed(now.bytes.has_value());
}

}  // namespace ng::views
