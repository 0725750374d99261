// SPDX-License-Identifier: Apache-2.0
#include "app/drafts/discarded_states.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QJsonDocument>
#include <QJsonObject>
#include <utility>

#include "views/core/document_name.h"

namespace ng::views {

namespace {

constexpr int mostStates = 3;  // a state can be large

const char* described = ".state";
const char* contents = ".safetensors";

// Newest first: the names begin with the time. A state is complete when it is described.
QFileInfoList descriptions(const QString& folder) {
  return QDir(folder).entryInfoList({QString("*") + described}, QDir::Files,
                                    QDir::Name | QDir::Reversed);
}

QString withoutSuffix(const QFileInfo& description) {
  return description.path() + "/" + description.completeBaseName();
}

void remove(const QString& name) {
  QFile::remove(name + described);
  QFile::remove(name + contents);
}

}  // namespace

DiscardedStates::DiscardedStates(Workspace& workspace, QString folder)
    : workspace_(workspace), folder_(std::move(folder)) {
  connect(&workspace.checkpoints, &Checkpoints::kept, this,
          [this](const QString& path, bool written) {
            if (writing_.contains(path)) finish(path, written);
          });
  connect(&workspace.checkpoints, &Checkpoints::keptRestored, this, [this](const QString& path) {
    remove(withoutSuffix(QFileInfo(path)));
    follow();
  });
  connect(&workspace.documents, &Documents::documentChanged, this, &DiscardedStates::follow);
}

void DiscardedStates::keep(std::function<void()> then) {
  if (!keeps() || !QDir().mkpath(folder_)) return then();
  const RunStatus run = workspace_.run.status();
  if (run.state == RunState::running) workspace_.run.stop();
  const QString checkpoint = QString("%1/%2-%3-%4%5")
                                 .arg(folder_)
                                 .arg(QDateTime::currentMSecsSinceEpoch())
                                 .arg(QCoreApplication::applicationPid())
                                 .arg(++count_)
                                 .arg(contents);
  writing_[checkpoint] = {{shownFile(workspace_), run.trained, checkpoint}, std::move(then)};
  workspace_.checkpoints.keep(checkpoint);
}

void DiscardedStates::finish(const QString& checkpoint, bool written) {
  const auto [state, then] = std::move(writing_.extract(checkpoint).mapped());
  if (written) {
    QFile file(withoutSuffix(QFileInfo(checkpoint)) + described);
    if (file.open(QIODevice::WriteOnly))
      file.write(QJsonDocument(QJsonObject{{"document", state.document},
                                           {"iterations", qint64{state.iterations}}})
                     .toJson());
  }
  const QFileInfoList all = descriptions(folder_);
  for (qsizetype i = mostStates; i < all.size(); ++i) remove(withoutSuffix(all[i]));
  follow();
  then();
}

void DiscardedStates::follow() {
  newest_ = find();
  emit changed();
}

std::optional<DiscardedState> DiscardedStates::find() const {
  if (!keeps() || !workspace_.documents.document()) return std::nullopt;
  const QString shown = shownFile(workspace_);
  for (const QFileInfo& each : descriptions(folder_)) {
    QFile file(each.filePath());
    if (!file.open(QIODevice::ReadOnly)) continue;
    const QJsonObject state = QJsonDocument::fromJson(file.readAll()).object();
    const QString document = state["document"].toString();
    const bool same =
        document.isEmpty() ? shown.isEmpty() : QFileInfo(document) == QFileInfo(shown);
    if (same && QFile::exists(withoutSuffix(each) + contents))
      return DiscardedState{document, state["iterations"].toInteger(),
                            withoutSuffix(each) + contents};
  }
  return std::nullopt;
}

void DiscardedStates::restore() {
  if (newest_) workspace_.checkpoints.restoreKept(newest_->checkpoint);
}

}  // namespace ng::views
