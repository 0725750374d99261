// SPDX-License-Identifier: Apache-2.0
// Requests layouts from the helper program. One request at a time: a new request, cancel() or the
// deadline kills the helper, because Graphviz cannot be interrupted safely. Never blocks. GUI
// thread.
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

  // The answer if it is cached.
  std::optional<LayoutAnswer> known(const LayoutJob& job) { return cache_.find(job); }
  // Emits one of the signals, never before this returns.
  void ask(const LayoutJob& job);
  void cancel();
  bool busy() const { return process_ != nullptr; }

  // The helper next to the running program, else its bare name, which is searched in PATH.
  static QString defaultProgram();

 signals:
  void answered(const ng::views::LayoutAnswer& answer);
  void gaveUp(const QString& reason);  // our own layout stays; not emitted after cancel()

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
