// SPDX-License-Identifier: Apache-2.0
// A program of the user in a child process of its own group: started, stopped, and its output kept
// within bounds. GUI thread only.
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
  ~ScriptProcess() override;  // kills it

  void start(const ScriptCommand& command);  // not while one is on
  // SIGINT to its group; SIGKILL after three seconds, or at the second call.
  void stop();
  bool on() const { return process_.state() != QProcess::NotRunning; }
  bool stopping() const { return stopping_; }
  qint64 pid() const { return process_.processId(); }
  double seconds() const;  // since the start, or that it took

  // What it printed and was not taken yet. Of more than two mebibytes, or more lines than the
  // window keeps, the newest stays.
  QString takeOutput(int most);
  bool hasOutput() const { return !pending_.isEmpty() || left_ > 0; }

 signals:
  void outputReady();
  // After the last output came: its exit status, or the signal that ended it.
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
  qint64 left_ = 0;  // lines that were left out since the last takeOutput()
};

}  // namespace ng::views
