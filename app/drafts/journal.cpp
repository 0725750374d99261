// SPDX-License-Identifier: Apache-2.0
#include "app/drafts/journal.h"

#include <QCoreApplication>
#include <QDir>
#include <QJsonDocument>
#include <algorithm>

namespace ng::views {

namespace {

std::unique_ptr<HeldLock> lock(const QString& file) {
  return HeldLock::on(file + ".lock");
}

std::optional<KeptEdits> read(const QString& name) {
  QFile file(name);
  if (!file.open(QIODevice::ReadOnly)) return std::nullopt;
  KeptEdits kept;
  bool first = true;
  while (!file.atEnd()) {
    const QJsonObject line = QJsonDocument::fromJson(file.readLine()).object();
    if (line.isEmpty()) break;  // an incomplete last line
    if (first) {
      kept.path = line["path"].toString();
      kept.written = QDateTime::fromString(line["written"].toString(), Qt::ISODateWithMs);
      kept.nextId = std::max<OpId>(1, line["next"].toString().toULongLong());
      kept.text = line["text"].toString().toUtf8();
    } else {
      JournalEdit edit;
      const QString kind = line["edit"].toString();
      if (kind == "undo") edit.kind = JournalEdit::Kind::undo;
      if (kind == "redo") edit.kind = JournalEdit::Kind::redo;
      edit.line = line["line"].toString();
      if (line.contains("x")) edit.at = QPointF(line["x"].toDouble(), line["y"].toDouble());
      kept.edits.push_back(edit);
    }
    first = false;
  }
  if (kept.edits.empty()) return std::nullopt;
  return kept;
}

QFileInfoList files(const QString& folder) {
  if (folder.isEmpty()) return {};
  return QDir(folder).entryInfoList({"*.journal"}, QDir::Files, QDir::Time);
}

// Newest first: the names begin with the time.
QFileInfoList discardedFiles(const QString& folder) {
  if (folder.isEmpty()) return {};
  return QDir(folder).entryInfoList({"*.discarded"}, QDir::Files, QDir::Name | QDir::Reversed);
}

QString newName(const QString& folder, const char* suffix) {
  return QString("%1/%2-%3.%4")
      .arg(folder)
      .arg(QDateTime::currentMSecsSinceEpoch())
      .arg(QCoreApplication::applicationPid())
      .arg(suffix);
}

}  // namespace

Journal::~Journal() {
  leave();
}

void Journal::begin(const KeptEdits& from) {
  forget();
  if (folder_.isEmpty() || !QDir().mkpath(folder_)) return;
  const QString name = newName(folder_, "journal");
  lock_ = lock(name);
  if (!lock_) return;
  file_ = std::make_unique<QFile>(name);
  if (!file_->open(QIODevice::WriteOnly | QIODevice::Unbuffered)) return leave();
  write({{"path", from.path},
         {"written", from.written.toUTC().toString(Qt::ISODateWithMs)},
         {"next", QString::number(from.nextId)},
         {"text", QString::fromUtf8(from.text)}});
}

// Unbuffered: the operating system has the line before this returns.
void Journal::write(const QJsonObject& line) {
  if (file_) file_->write(QJsonDocument(line).toJson(QJsonDocument::Compact) + "\n");
}

void Journal::add(const JournalEdit& edit) {
  QJsonObject line;
  if (edit.kind == JournalEdit::Kind::undo) line["edit"] = "undo";
  if (edit.kind == JournalEdit::Kind::redo) line["edit"] = "redo";
  if (edit.kind == JournalEdit::Kind::line) {
    line["edit"] = "line";
    line["line"] = edit.line;
  }
  if (edit.at) {
    line["x"] = edit.at->x();
    line["y"] = edit.at->y();
  }
  write(line);
}

void Journal::forget() {
  if (file_) file_->remove();
  leave();
}

void Journal::setAside() {
  constexpr int mostDiscarded = 8;
  if (file_ && read(file_->fileName())) {
    file_->rename(newName(folder_, "discarded"));
    leave();
  }
  forget();
  const QFileInfoList kept = discardedFiles(folder_);
  for (qsizetype i = mostDiscarded; i < kept.size(); ++i) QFile::remove(kept[i].filePath());
}

std::optional<KeptEdits> Journal::discarded() const {
  for (const QFileInfo& info : discardedFiles(folder_)) {
    auto kept = read(info.filePath());
    if (!kept) continue;
    kept->last = info.lastModified();
    kept->file = info.filePath();
    return kept;
  }
  return std::nullopt;
}

void Journal::leave() {
  file_.reset();
  lock_.reset();
}

bool Journal::hasKept() const {
  for (const QFileInfo& info : files(folder_)) {
    if (lock(info.filePath())) return true;
  }
  return false;
}

std::optional<KeptEdits> Journal::takeKept(const QString& path) {
  for (const QFileInfo& info : files(folder_)) {
    const auto held = lock(info.filePath());
    if (!held) continue;
    auto kept = read(info.filePath());
    if (kept && !path.isEmpty() && QFileInfo(kept->path) != QFileInfo(path)) continue;
    if (kept) kept->last = info.lastModified();
    QFile::remove(info.filePath());
    if (kept) return kept;
  }
  return std::nullopt;
}

}  // namespace ng::views
