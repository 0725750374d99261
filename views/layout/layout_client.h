// SPDX-License-Identifier: Apache-2.0
// Asks the helper program for a layout. One question at a time: a new one, cancel() or the
// deadline kills the helper, which is the only safe way to stop Graphviz. Never blocks. GUI thread.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QProcess>
#include <QTimer>
#include <memory>

#include "views/layout/layout_cache.h"

namespace ng::views {

class LayoutClient : public QObject {
  Q_OBJECT

 public:
  explicit LayoutClient(QObject* parent = nullptr);
  ~LayoutClient() override;  // kills a running helper

  void setProgram(const QString& program) { program_ = program; }
  void setDeadline(int milliseconds) { deadline_.setInterval(milliseconds); }
  void setCacheFolder(const QString& folder) { cache_ = LayoutCache(folder); }

  // The answer, when it is known already.
  std::optional<LayoutAnswer> known(const LayoutJob& job) { return cache_.find(job); }
  // One of the signals follows, never before this returns.
  void ask(const LayoutJob& job);
  void cancel();
  bool busy() const { return process_ != nullptr; }

  // Beside the running program, or the name alone, to be found on the path.
  static QString defaultProgram();

 signals:
  void answered(const ng::views::LayoutAnswer& answer);
  void gaveUp(const QString& reason);  // our own layout stays; cancel() gives no signal

 private:
  void finish(int code, QProcess::ExitStatus status);
  void fail(const QString& reason);
  void drop();

  QString program_;
  LayoutCache cache_;
  QTimer deadline_;
  LayoutJob job_;
  QProcess* process_ = nullptr;
};

}  // namespace ng::views
