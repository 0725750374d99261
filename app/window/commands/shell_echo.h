// SPDX-License-Identifier: Apache-2.0
// Equivalent shell commands of the user's actions: opening, compiling, showing an op, a pass, a
// kernel, memory or axes, running.
#pragma once

#include <QObject>
#include <QStringList>

#include "views/core/workspace.h"

namespace ng::views {

class ShellEcho : public QObject {
  Q_OBJECT

 public:
  explicit ShellEcho(Workspace& workspace, QObject* parent = nullptr);

  const QStringList& lines() const { return lines_; }  // oldest first, at most a thousand
  QString last() const { return lines_.isEmpty() ? QString() : lines_.constLast(); }

  void edited(const QString& line);
  void undone();  // drops the line of the last edit
  void redone();
  // An action in a view, as options of the workbench.
  void arranged(const QString& view, const QStringList& words);
  // An element such as "W[W 0, H 1]", in the shown iteration.
  void checkpoint(const QStringList& files);  // opened, or the first compared with the second
  void matched(const QString& checkpoint, const QStringList& options);
  void explained(const QStringList& element);
  // Another command about the document, without its division among ranks.
  void asked(const QString& command, const QStringList& words);

 signals:
  void added(const QString& line);

 private:
  void documentChanged();
  void compiled();
  void selected(Facets what);
  void runChanged();
  void add(const QString& command, const QStringList& words = {});
  void addOfDocument(const QString& command, const QStringList& words);
  QStringList axesWords() const;
  QStringList kernelWords(const QString& kernel) const;
  void put(QString line, const QStringList& words);
  void addLine(const QString& program, const QStringList& words);
  // --computation, --transformer, those of a division among ranks, --disable, --pipeline, --batch
  // and --length, unless they have default values.
  QStringList choices() const;
  QStringList undivided() const;  // without those of a division, for commands of one process
  bool isInFile(OpId op) const;   // false: an op that only the unsaved edits have
  void followFile();

  Workspace& workspace_;
  QStringList lines_;
  QString path_, compiled_;
  QStringList program_;         // that built the document, which is then no file; empty: a file
  GraphRecordPtr file_;         // the document without unsaved edits
  QStringList edits_, undone_;  // lines of the document's edits, oldest first
  bool begun_ = false;          // edits of a never saved document have been reported
  RunState run_ = RunState::idle;
  int epochs_ = 0;  // of the last line of a run
};

// Quotes a word for a POSIX shell if necessary.
QString shellWord(const QString& word);

}  // namespace ng::views
