// SPDX-License-Identifier: Apache-2.0
#include "app/window/commands/work_guard.h"

#include <QFileInfo>
#include <utility>

#include "views/core/document_name.h"
#include "views/widgets/checkpoint_dialog.h"

namespace ng::views {

WorkGuard::WorkGuard(Workspace& workspace, DiscardedStates& discarded,
                     std::function<void()> saveEdits)
    : workspace_(workspace),
      discarded_(discarded),
      saveEdits_(std::move(saveEdits)),
      bar_(new UnsavedStrip(discarded.keeps())) {
  connect(bar_, &UnsavedStrip::saveWanted, this, &WorkGuard::save);
  connect(bar_, &UnsavedStrip::discardWanted, this, &WorkGuard::discard);
  connect(&workspace.run, &Run::runChanged, this, &WorkGuard::follow);
  connect(&workspace.compilations, &Compilations::compilationChanged, this, &WorkGuard::follow);
  if (workspace.scripts != nullptr)
    connect(workspace.scripts, &Scripts::stateChanged, this, &WorkGuard::follow);
  connect(&workspace.checkpoints, &Checkpoints::saved, this, [this](const QString& path) {
    if (!saving_.isEmpty() && path == std::exchange(saving_, {})) finishSaving();
  });
  connect(&workspace.checkpoints, &Checkpoints::notSaved, this, [this] {
    saving_.clear();
    follow();
  });
}

WorkAtStake WorkGuard::atStake(Ends ends) const {
  WorkAtStake work;
  work.edits = ends != Ends::state && workspace_.editor != nullptr && workspace_.editor->modified();
  const RunStatus run = workspace_.run.status();
  work.iterations = run.unsaved();
  if (work.iterations > 0 && run.state == RunState::running && run.trains)
    work.total = run.totalIterations;
  const Scripts* scripts = workspace_.scripts;
  if (ends == Ends::program && scripts != nullptr && scripts->state() == ScriptState::running)
    work.script = QFileInfo(scripts->file().path).fileName();
  if (ends == Ends::program && scripts != nullptr) work.scriptEdits = scripts->unsaved();
  return work;
}

void WorkGuard::ask(Ends ends, const QString& words, const QString& verb,
                    std::function<void()> run) {
  saving_.clear();
  const WorkAtStake work = atStake(ends);
  if (!work.any()) {
    bar_->take();
    return run();
  }
  ends_ = ends;
  computation_ = workspace_.compilations.computation();
  emit asked();
  bar_->ask(path_, documentName(shownFile(workspace_)), work, {words, verb, std::move(run)});
}

void WorkGuard::followDocument(const QString& path) {
  path_ = path;
  follow();
}

void WorkGuard::follow() {
  if (bar_->text().isEmpty() || !saving_.isEmpty()) return;
  const WorkAtStake work = atStake(ends_);
  concernsShown(bar_->path(), ends_, computation_) && work.any() ? bar_->setWork(work)
                                                                 : bar_->dismiss();
}

bool WorkGuard::concernsShown(const QString& path, Ends ends, const QString& computation) const {
  return path == path_ &&
         (ends != Ends::state || workspace_.compilations.computation() == computation);
}

// The state first: saving the edits under another name can end the question. A failed or cancelled
// save keeps the bar, which then asks about what is still unsaved.
void WorkGuard::save() {
  const WorkAtStake work = atStake(ends_);
  if (work.iterations == 0) return finishSaving();
  const QString path = chooseCheckpointToSave(bar_->window(), workspace_);
  if (path.isEmpty() || !bar_->command()) return;
  if (work.total > 0) workspace_.run.stop();
  saving_ = path;
  workspace_.checkpoints.save(path);
}

void WorkGuard::finishSaving() {
  const std::function<void()> run = bar_->command();
  if (!run) return;
  if (atStake(ends_).edits) {
    saveEdits_();
    if (workspace_.editor->modified()) return follow();
  }
  if (!atStake(ends_).scriptEdits.isEmpty() && !workspace_.scripts->saveUnsaved()) return follow();
  bar_->take();
  run();
}

void WorkGuard::discard() {
  const WorkAtStake work = atStake(ends_);
  const auto proceed = [this, run = bar_->take(), edits = work.edits, path = path_, ends = ends_,
                        computation = computation_] {
    if (!concernsShown(path, ends, computation)) return;
    if (edits) workspace_.editor->discard();
    run();
  };
  work.iterations > 0 ? discarded_.keep(proceed) : proceed();
}

}  // namespace ng::views
