// SPDX-License-Identifier: Apache-2.0
// Manages one helper process.
#include "views/layout/layout_client.h"

#include <QCoreApplication>
#include <QFileInfo>

#include "views/layout/protocol.h"

namespace ng::views {
namespace {

constexpr int defaultDeadline = 5000;  // milliseconds

}  // namespace

LayoutClient::LayoutClient(QObject* parent)
    : QObject(parent), program_(defaultProgram()), cache_(LayoutCache::userFolder()) {
  deadline_.setSingleShot(true);
  deadline_.setInterval(defaultDeadline);
  connect(&deadline_, &QTimer::timeout, this, [this] {
    fail(tr("Graphviz did not finish within %1 s; the simple layout stays.")
             .arg(deadline_.interval() / 1000.0));
  });
}

LayoutClient::~LayoutClient() {
  drop();
}

QString LayoutClient::defaultProgram() {
  const QString name = QStringLiteral("ngraph-layout");
  const QString beside = QCoreApplication::applicationDirPath() + "/" + name;
  return QFileInfo(beside).isExecutable() ? beside : name;
}

void LayoutClient::ask(const LayoutJob& job) {
  drop();
  job_ = job;
  process_ = new QProcess(this);
  connect(process_, &QProcess::finished, this, &LayoutClient::finish);
  connect(process_, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
    if (error == QProcess::FailedToStart)
      fail(tr("The layout helper '%1' could not be started; the simple layout stays.")
               .arg(program_));
  });
  process_->setStandardErrorFile(QProcess::nullDevice());
  deadline_.start();
  process_->start(program_, {});
  process_->write(QByteArray::fromStdString(writeJob(job)));
  process_->closeWriteChannel();
}

void LayoutClient::cancel() {
  drop();
}

void LayoutClient::drop() {
  deadline_.stop();
  if (!process_) return;
  process_->disconnect(this);
  process_->kill();
  // Deletes the process object once the process has ended, without waiting for it.
  QProcess* old = std::exchange(process_, nullptr);
  if (old->state() == QProcess::NotRunning) return old->deleteLater();
  old->setParent(nullptr);
  connect(old, &QProcess::finished, old, &QObject::deleteLater);
}

void LayoutClient::fail(const QString& reason) {
  drop();
  QMetaObject::invokeMethod(this, [this, reason] { emit gaveUp(reason); }, Qt::QueuedConnection);
}

void LayoutClient::finish(int code, QProcess::ExitStatus status) {
  const std::string text = process_->readAllStandardOutput().toStdString();
  drop();
  if (status != QProcess::NormalExit)
    return fail(tr("Graphviz ended unexpectedly; the simple layout stays."));
  LayoutAnswer answer;
  std::string why;
  if (!readAnswer(text, job_, answer, why) || code != 0)
    return fail(tr("Graphviz gave no layout (%1); the simple layout stays.")
                    .arg(QString::fromStdString(why)));
  cache_.keep(job_, answer);
  emit answered(answer);
}

}  // namespace ng::views
