// SPDX-License-Identifier: Apache-2.0
// Edits that are not saved yet, on disk: each is written at once, so that a killed program loses
// none. A file begins with the document as it was, a line for each edit follows. Whoever holds a
// file's lock is alive; others can be taken up.
#pragma once

#include <QDateTime>
#include <QFile>
#include <QJsonObject>
#include <QLockFile>
#include <QPointF>
#include <QString>
#include <memory>
#include <optional>
#include <vector>

namespace ng::views {

struct JournalEdit {
  enum class Kind { line, undo, redo };
  Kind kind = Kind::line;
  QString line;
  std::optional<QPointF> at;
};

// What a program left behind.
struct KeptEdits {
  QString path;     // of the document; empty: it was never saved
  QByteArray text;  // of the document before the first edit; empty: it was empty
  std::vector<JournalEdit> edits;
  QDateTime last;  // when the last was made
};

class Journal {
 public:
  explicit Journal(QString folder) : folder_(std::move(folder)) {}  // empty: nothing is kept
  ~Journal();  // leaves what was noted

  bool begun() const { return file_ != nullptr; }
  void begin(const QString& path, const QByteArray& text);
  void add(const JournalEdit& edit);
  void forget();  // removes the file
  void leave();   // keeps it for later

  bool hasKept() const;
  // The newest that nobody holds, of the document at `path` (empty: of any), removed from disk.
  std::optional<KeptEdits> takeKept(const QString& path);

 private:
  void write(const QJsonObject& line);
  QString folder_;
  std::unique_ptr<QFile> file_;
  std::unique_ptr<QLockFile> lock_;
};

}  // namespace ng::views
