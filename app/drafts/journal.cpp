// SPDX-License-Identifier: Apache-2.0
#include "app/drafts/journal.h"

#include <QCoreApplication>
#include <QDir>
#include <QJsonDocument>
#include <algorithm>
#include <atomic>

namespace ng::views {

namespace {

std::unique_ptr<HeldLock> lock(const QString& file) {
  return HeldLock::on(file + ".lock");
}

// What a file holds: nothing worth keeping, edits, or text that this program did not write whole.
struct Content {
  std::optional<KeptEdits> edits;
  bool damaged = false;
};

Content read(const QString& name) {
  QFile file(name);
  if (!file.open(QIODevice::ReadOnly)) return {};
  KeptEdits kept;
  kept.file = name;
  bool first = true;
  while (!file.atEnd()) {
    const QJsonObject line = QJsonDocument::fromJson(file.readLine()).object();
    if (line.isEmpty() && first) return {std::nullopt, !file.atEnd()};
    if (line.isEmpty()) {  // an incomplete last line, or damage
      kept.all = file.atEnd();
      break;
    }
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
  if (kept.edits.empty()) return {std::nullopt, !kept.all};
  return {std::move(kept), false};
}

QFileInfoList files(const QString& folder) {
  if (folder.isEmpty()) return {};
  return QDir(folder).entryInfoList({"*.journal"}, QDir::Files, QDir::Time);
}

// Newest first: the names begin with the time.
QFileInfoList filesByTime(const QString& folder, const QString& names) {
  if (folder.isEmpty()) return {};
  return QDir(folder).entryInfoList({names}, QDir::Files, QDir::Name | QDir::Reversed);
}

QFileInfoList discardedFiles(const QString& folder) {
  return filesByTime(folder, "*.discarded");
}

QFileInfoList asideFiles(const QString& folder) {
  return filesByTime(folder, "*.aside");
}

void removeOld(const QFileInfoList& newestFirst) {
  constexpr qsizetype most = 8;
  for (qsizetype i = most; i < newestFirst.size(); ++i) QFile::remove(newestFirst[i].filePath());
}

// Ordered by time; two names of one millisecond differ.
QString newName(const QString& folder, const char* suffix) {
  static std::atomic<int> count = 0;
  return QString("%1/%2-%3-%4.%5")
      .arg(folder)
      .arg(QDateTime::currentMSecsSinceEpoch())
      .arg(QCoreApplication::applicationPid())
      .arg(++count)
      .arg(suffix);
}

}  // namespace

Journal::~Journal() {
  leave();
}

void Journal::begin(const KeptEdits& from) {
  if (file_) setBroken();
  failure_.clear();
  if (folder_.isEmpty()) return;
  const QString name = newName(folder_, "journal");
  if (!QDir().mkpath(folder_)) return fail("the folder cannot be made");
  lock_ = lock(name);
  if (!lock_) return fail("no file can be locked there");
  file_ = std::make_unique<QFile>(name);
  if (!file_->open(QIODevice::WriteOnly | QIODevice::Unbuffered)) return fail(file_->errorString());
  write({{"path", from.path},
         {"written", from.written.toUTC().toString(Qt::ISODateWithMs)},
         {"next", QString::number(from.nextId)},
         {"text", QString::fromUtf8(from.text)}});
  if (file_) forgetBroken();
}

// Unbuffered: the operating system has the line before this returns.
void Journal::write(const QJsonObject& line) {
  if (!file_) return;
  const QByteArray text = QJsonDocument(line).toJson(QJsonDocument::Compact) + "\n";
  if (file_->write(text) != text.size()) fail(file_->errorString());
}

// The edits before are in the file: it stays until another one has them.
void Journal::fail(const QString& why) {
  failure_ = why;
  broken_.lock ? forgetBegun() : setBroken();
}

void Journal::setBroken() {
  forgetBroken();
  if (file_) broken_ = {file_->fileName(), std::move(lock_)};
  end();
}

void Journal::forgetBroken() {
  if (broken_.lock) QFile::remove(broken_.file);
  broken_ = {};
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

void Journal::forgetBegun() {
  if (file_) file_->remove();
  end();
}

void Journal::forget() {
  forgetBegun();
  forgetBroken();
  dropTaken();
}

void Journal::setAside() {
  const QString name = file_ ? file_->fileName() : broken_.file;
  if (!name.isEmpty() && read(name).edits) QFile::rename(name, newName(folder_, "discarded"));
  forget();
  removeOld(discardedFiles(folder_));
}

std::optional<KeptEdits> Journal::discarded() const {
  for (const QFileInfo& info : discardedFiles(folder_)) {
    auto kept = read(info.filePath()).edits;
    if (!kept) continue;
    kept->last = info.lastModified();
    return kept;
  }
  return std::nullopt;
}

void Journal::end() {
  file_.reset();
  lock_.reset();
}

void Journal::leave() {
  end();
  broken_ = {};
  taken_ = {};
}

bool Journal::hasKept() const {
  for (const QFileInfo& info : files(folder_)) {
    if (lock(info.filePath())) return true;
  }
  return false;
}

std::optional<KeptEdits> Journal::takeKept(const QString& path) {
  for (const QFileInfo& info : files(folder_)) {
    taken_ = {info.filePath(), lock(info.filePath())};
    if (!taken_.lock || !info.isReadable()) continue;
    Content content = read(info.filePath());
    if (content.damaged) {
      damaged_ << setTakenAside();
    } else if (!content.edits) {
      dropTaken();
    } else if (path.isEmpty() || QFileInfo(content.edits->path) == QFileInfo(path)) {
      content.edits->last = info.lastModified();
      return content.edits;
    }
  }
  taken_ = {};
  return std::nullopt;
}

void Journal::dropTaken() {
  if (taken_.lock) QFile::remove(taken_.file);
  taken_ = {};
}

QString Journal::setTakenAside() {
  const QString aside = taken_.file + ".aside";
  const bool renamed = QFile::rename(taken_.file, aside);
  const QString place = renamed ? aside : taken_.file;
  taken_ = {};
  removeOld(asideFiles(folder_));
  return place;
}

}  // namespace ng::views
