// SPDX-License-Identifier: Apache-2.0
// What the user does, as the lines that do the same in a shell: opening, choosing what to compile,
// looking at an op, a pass, a kernel, the memory or the axes, running.
#pragma once

#include <QObject>
#include <QStringList>

#include "views/core/workspace.h"

namespace ng::views {

class ShellEcho : public QObject {
  Q_OBJECT

 public:
  explicit ShellEcho(Workspace& workspace, QObject* parent = nullptr);

  const QStringList& lines() const { return lines_; }  // oldest first, the last thousand
  QString last() const { return lines_.isEmpty() ? QString() : lines_.constLast(); }

  void edited(const QString& line);
  // What the user did in a view, as options of the workbench.
  void arranged(const QString& view, const QStringList& words);
  // "W[W 0, H 1]", in the iteration that is shown.
  void checkpoint(const QStringList& files);  // opened, or the first compared with the second
  void explained(const QStringList& element);

 signals:
  void added(const QString& line);

 private:
  void documentChanged();
  void compiled();
  void selected(Facets what);
  void runChanged();
  void add(const QString& command, const QStringList& words = {});
  QStringList axesWords() const;
  void put(QString line, const QStringList& words);
  void addLine(const QString& program, const QStringList& words);
  // --computation, --transformer, --disable and --pipeline, where they are not the default.
  QStringList choices() const;
  QString opName(OpKey op) const;

  Workspace& workspace_;
  QStringList lines_;
  QString path_, compiled_;
  bool begun_ = false;  // edits of a document that was never saved have been told
  RunState run_ = RunState::idle;
};

// As a POSIX shell reads it: quoted where that is needed.
QString shellWord(const QString& word);

}  // namespace ng::views
