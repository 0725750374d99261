// SPDX-License-Identifier: Apache-2.0
// Journal of unsaved edits on disk. Each edit is written immediately, so that none is lost when the
// process is killed. A file holds the original document followed by one line per edit. A held file
// lock marks a live owner; other files can be recovered.
#pragma once

#include <QDateTime>
#include <QFile>
#include <QJsonObject>
#include <QPointF>
#include <QString>
#include <QStringList>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "app/drafts/held_lock.h"
#include "engine/base/op_id.h"

namespace ng::views {

struct JournalEdit {
  enum class Kind { line, undo, redo };
  Kind kind = Kind::line;
  QString line;
  std::optional<QPointF> at;
};

// Edits left by a process that ended without saving.
struct KeptEdits {
  QString path;       // of the document; empty: never saved
  QDateTime written;  // when its file was, at the first edit; invalid: unknown
  QByteArray text;    // document before the first edit; empty: it was empty
  OpId nextId = 1;    // of the first op that an edit makes, at least
  std::vector<JournalEdit> edits;
  QDateTime last;   // time of the last edit
  QString file;     // on disk
  bool all = true;  // its file is whole
};

// What was restored of them.
struct RestoredEdits {
  int count = 0;   // 0: none
  QString path;    // of the document; empty: never saved
  QDateTime last;  // time of the last edit
  bool all = true;
};

class Journal {
 public:
  explicit Journal(QString folder) : folder_(std::move(folder)) {}  // empty: no journal is kept
  ~Journal();                                                       // keeps what was written

  const QString& folder() const { return folder_; }
  bool begun() const { return file_ != nullptr; }
  // With the document and what is known of it. What was begun before stays if this fails.
  void begin(const KeptEdits& from);
  // Nothing is written if the journal is not begun, as after a failure: begin it with the next
  // edit.
  void add(const JournalEdit& edit);
  // Why the last begin() or add() has not written; empty: it has.
  const QString& failure() const { return failure_; }
  void forget();    // removes the file
  void setAside();  // keeps the file for discarded(), with the newest few of earlier calls
  void leave();     // keeps the file for a later recovery

  bool hasKept() const;
  // Recovers the newest journal without a live owner, of the document at `path` (empty: any). No
  // other process takes it before dropTaken() or setTakenAside().
  std::optional<KeptEdits> takeKept(const QString& path);
  void dropTaken();  // removes its file
  // Renames the file of edits that cannot be restored; returns where it is. The newest few are
  // kept.
  QString setTakenAside();
  // The files that takeKept() found damaged and renamed since the last call.
  QStringList takeDamaged() { return std::exchange(damaged_, {}); }
  // The newest edits that were set aside, in this or an earlier process.
  std::optional<KeptEdits> discarded() const;

 private:
  struct Locked {
    QString file;
    std::unique_ptr<HeldLock> lock;
  };
  void write(const QJsonObject& line);
  void fail(const QString& why);
  void setBroken();
  void forgetBroken();
  void forgetBegun();
  void end();
  QString folder_, failure_;
  QStringList damaged_;
  std::unique_ptr<QFile> file_;
  std::unique_ptr<HeldLock> lock_;
  Locked taken_;   // by takeKept()
  Locked broken_;  // could not be continued; has the edits before
};

}  // namespace ng::views
