// SPDX-License-Identifier: Apache-2.0
// A user's program in a child process with its own process group: start, stop, and bounded
// buffering of its output. GUI thread only.
#pragma once

#include <QElapsedTimer>
#include <QProcess>
#include <QStringDecoder>
#include <QTimer>

namespace ng::views {

struct ScriptCommand {
  QString program;
  QStringList arguments;
  QString folder;
  QProcessEnvironment environment;
};

class ScriptProcess : public QObject {
  Q_OBJECT

 public:
  explicit ScriptProcess(QObject* parent = nullptr);
  ~ScriptProcess() override;  // kills the program

  void start(const ScriptCommand& command);  // precondition: not running
  // Sends SIGINT to its group; SIGKILL after three seconds or at the second call.
  void stop();
  void setPatience(int milliseconds) { patience_.setInterval(milliseconds); }  // instead of these
  bool on() const { return process_.state() != QProcess::NotRunning; }
  bool stopping() const { return stopping_; }
  qint64 pid() const { return process_.processId(); }
  double seconds() const;  // since the start, or the total duration

  // Output not taken yet. Above 2 MiB, or more lines than the output pane holds, only the newest is
  // kept.
  QString takeOutput(int most);
  bool hasOutput() const { return !pending_.isEmpty() || left_ > 0; }

 signals:
  void outputReady();
  // Emitted after the last output, with the exit status or the signal that ended the program.
  void ended(int status, int signal);
  void failedToStart(const QString& reason);

 private:
  void read();
  void finished(int status, QProcess::ExitStatus how);
  void signalGroup(int number) const;
  void dropOldest();

  QProcess process_;
  qint64 group_ = 0;
  QTimer patience_;
  QElapsedTimer since_;
  double took_ = 0;
  bool stopping_ = false;
  QString pending_;
  QStringDecoder decoder_;
  qint64 left_ = 0;  // lines dropped since the last takeOutput()
};

}  // namespace ng::views
