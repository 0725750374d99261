// SPDX-License-Identifier: Apache-2.0
// QProcess with a process group, so that the program's child processes end with it.
#include "app/scripts/script_process.h"

#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

namespace ng::views {

namespace {

constexpr int patience = 3000;                   // ms from SIGINT to SIGKILL
constexpr qsizetype mostKept = 2 * 1024 * 1024;  // characters waiting to be shown
constexpr qsizetype mostLines = 10000;           // limit of the output pane

}  // namespace

ScriptProcess::ScriptProcess(QObject* parent) : QObject(parent), decoder_(QStringDecoder::Utf8) {
  process_.setProcessChannelMode(QProcess::MergedChannels);
  process_.setStandardInputFile(QProcess::nullDevice());
  // In its own session: signals to its group reach its children, and our terminal's signals do not
  // reach it. It ends when the window's process dies.
  process_.setChildProcessModifier([] {
    ::setsid();
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  });
  patience_.setSingleShot(true);
  patience_.setInterval(patience);
  connect(&patience_, &QTimer::timeout, this, [this] { signalGroup(SIGKILL); });
  connect(&process_, &QProcess::readyRead, this, &ScriptProcess::read);
  connect(&process_, &QProcess::finished, this, &ScriptProcess::finished);
  connect(&process_, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
    if (error == QProcess::FailedToStart) emit failedToStart(process_.errorString());
  });
}

ScriptProcess::~ScriptProcess() {
  process_.disconnect(this);
  if (!on()) return;
  signalGroup(SIGKILL);
  process_.waitForFinished(1000);
}

void ScriptProcess::start(const ScriptCommand& command) {
  pending_.clear();
  left_ = 0;
  took_ = 0;
  stopping_ = false;
  decoder_.resetState();
  since_.start();
  process_.setWorkingDirectory(command.folder);
  process_.setProcessEnvironment(command.environment);
  process_.start(command.program, command.arguments, QIODevice::ReadOnly);
  group_ = process_.processId();
}

void ScriptProcess::signalGroup(int number) const {
  if (group_ > 1) ::kill(-static_cast<pid_t>(group_), number);
}

void ScriptProcess::stop() {
  if (!on()) return;
  if (stopping_) return signalGroup(SIGKILL);
  stopping_ = true;
  signalGroup(SIGINT);
  patience_.start();
}

double ScriptProcess::seconds() const {
  return on() ? static_cast<double>(since_.elapsed()) / 1e3 : took_;
}

// Also kills child processes that the program left behind.
void ScriptProcess::finished(int status, QProcess::ExitStatus how) {
  patience_.stop();
  took_ = static_cast<double>(since_.elapsed()) / 1e3;
  signalGroup(SIGKILL);
  group_ = 0;
  read();
  const bool crashed = how == QProcess::CrashExit;
  emit ended(crashed ? 0 : status, crashed ? status : 0);
}

void ScriptProcess::read() {
  const bool had = hasOutput();
  pending_ += decoder_.decode(process_.readAll());
  dropOldest();
  if (!had && hasOutput()) emit outputReady();
}

void ScriptProcess::dropOldest() {
  if (pending_.size() <= mostKept) return;
  const qsizetype cut = pending_.indexOf(u'\n', pending_.size() - mostKept / 2);
  const qsizetype from = cut < 0 ? pending_.size() - mostKept / 2 : cut + 1;
  left_ += QStringView(pending_).left(from).count(u'\n');
  pending_ = pending_.mid(from);
}

QString ScriptProcess::takeOutput(int most) {
  QString taken;
  if (left_ == 0) {
    const qsizetype lines = pending_.size() > most ? pending_.count(u'\n') : 0;
    if (lines > mostLines) {
      qsizetype from = 0;
      for (qsizetype n = lines; n > mostLines; --n) from = pending_.indexOf(u'\n', from) + 1;
      left_ = lines - mostLines;
      pending_ = pending_.mid(from);
    }
  }
  if (left_ > 0) taken = QString::fromUtf8("… %L1 lines omitted …\n").arg(std::exchange(left_, 0));
  qsizetype end = pending_.size();
  if (end > most) {
    const qsizetype newline = pending_.lastIndexOf(u'\n', most);
    end = newline > 0 ? newline + 1 : most;
  }
  taken += QStringView(pending_).left(end);
  pending_ = pending_.mid(end);
  return taken;
}

}  // namespace ng::views
