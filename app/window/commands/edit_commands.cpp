// SPDX-License-Identifier: Apache-2.0
#include "app/window/commands/edit_commands.h"

#include <QApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>

#include "app/window/training/training_dialog.h"
#include "engine/formats/format_table.h"
#include "views/core/document_name.h"
#include "views/core/theme/literal_text.h"
#include "views/widgets/number_text.h"

namespace ng::views {

EditCommands::EditCommands(Workspace& workspace, Actions& actions, Docks& docks, FileWatch& watch)
    : workspace_(workspace),
      actions_(actions),
      docks_(docks),
      watch_(watch),
      states_(workspace,
              workspace.editor != nullptr ? workspace.editor->discardedFolder() : QString()),
      guard_(workspace, states_, [this] { saveDocument(false); }),
      restored_(new RestoredStrip) {
  connectStrips();
}

void EditCommands::addActions() {
  Editor* editor = workspace_.editor;
  const auto add = [this](const char* id, const char* text, const char* icon,
                          QList<QKeySequence> keys, std::function<void()> call) {
    actions_.add(id, text, icon, keys, std::move(call));
  };
  add("file.save", "Save", "save", {QKeySequence::Save}, [this] { save(false); });
  add("file.save_as", "Save as…", "save", {QKeySequence("Ctrl+Shift+S")}, [this] { save(true); });
  add("file.discard", "Discard the edits", "", {}, [this] { discard(); });
  add("file.restore_discarded", "Restore discarded edits", "", {}, [this, editor] {
    guard_.ask(WorkGuard::Ends::state, "restore the discarded edits", "restore",
               [editor] { editor->restoreDiscarded(); });
  });
  add("file.restore_state", "Restore discarded state", "", {}, [this] { states_.restore(); });
  add("edit.undo", "Undo", "undo", {QKeySequence::Undo}, [this, editor] {
    undoesPasses(true) ? workspace_.pipelines.undoPipeline() : editor->undo();
  });
  add("edit.redo", "Redo", "redo", {QKeySequence("Ctrl+Shift+Z"), QKeySequence("Ctrl+Y")},
      [this, editor] {
        undoesPasses(false) ? workspace_.pipelines.redoPipeline() : editor->redo();
      });
  add("run.train_on", "Train on…", "", {},
      [this] { (new TrainingDialog(workspace_, restored_->window()))->show(); });
  if (editor != nullptr) connect(editor, &Editor::changed, this, &EditCommands::followEdits);
  connect(&workspace_.compilations, &Compilations::compilationChanged, this,
          &EditCommands::followEdits);
  connect(&workspace_.documents, &Documents::documentChanged, this, &EditCommands::followEdits);
  connect(qApp, &QApplication::focusChanged, this, &EditCommands::followEdits);
  if (workspace_.scripts != nullptr)
    connect(workspace_.scripts, &Scripts::fileOpened, this, &EditCommands::followEdits);
  connect(&states_, &DiscardedStates::changed, this, &EditCommands::followDiscarded);
  connect(&workspace_.run, &Run::runChanged, this, &EditCommands::followDiscarded);
  followEdits();
}

// Undo applies to pipeline steps if the passes view has the focus or there are no edits.
bool EditCommands::undoesPasses(bool undo) const {
  if ((undo ? workspace_.pipelines.pipelineUndoName() : workspace_.pipelines.pipelineRedoName())
          .isEmpty())
    return false;
  const Editor* editor = workspace_.editor;
  if (editor == nullptr || (undo ? editor->undoName() : editor->redoName()).isEmpty()) return true;
  return docks_.view(Task::pipeline)->isAncestorOf(QApplication::focusWidget());
}

void EditCommands::followEdits() {
  const Editor* editor = workspace_.editor;
  const bool editing = editor != nullptr && editor->editing();
  const auto entry = [this](const char* id, const char* verb, const QString& name) {
    actions_[id]->setText(name.isEmpty() ? QString(verb)
                                         : QString("%1 %2").arg(verb, literalText(name)));
    actions_[id]->setToolTip(withKey(actions_[id]));
    actions_[id]->setEnabled(!name.isEmpty());
  };
  entry("edit.undo", "Undo",
        undoesPasses(true) ? workspace_.pipelines.pipelineUndoName()
        : editing          ? editor->undoName()
                           : QString());
  entry("edit.redo", "Redo",
        undoesPasses(false) ? workspace_.pipelines.pipelineRedoName()
        : editing           ? editor->redoName()
                            : QString());
  actions_["file.new"]->setEnabled(editor != nullptr);
  actions_["run.train_on"]->setEnabled(editor != nullptr && workspace_.documents.document() &&
                                       workspace_.documents.readOnly().isEmpty());
  const ScriptFile file = workspace_.scripts != nullptr ? workspace_.scripts->file() : ScriptFile();
  const bool script = !file.path.isEmpty() || !file.text.isEmpty();
  actions_["file.save"]->setEnabled(editing || script);
  actions_["file.save_as"]->setEnabled(editor != nullptr && workspace_.documents.document() &&
                                       workspace_.documents.readOnly().isEmpty());
  actions_["file.discard"]->setEnabled(editing && editor->modified());
  followDiscarded();
}

void EditCommands::followDiscarded() {
  const Editor* editor = workspace_.editor;
  const QString discarded = editor != nullptr ? editor->discarded() : QString();
  actions_["file.restore_discarded"]->setEnabled(!discarded.isEmpty());
  actions_["file.restore_discarded"]->setText(
      discarded.isEmpty() ? QString("Restore discarded edits")
                          : QString("Restore discarded edits (%1)").arg(literalText(discarded)));
  const auto state = workspace_.documents.readOnly().isEmpty() ? states_.newest() : std::nullopt;
  actions_["file.restore_state"]->setEnabled(state.has_value() &&
                                             workspace_.run.status().state != RunState::running);
  actions_["file.restore_state"]->setText(
      state ? QString("Restore discarded state (%1)").arg(countText(state->iterations, "iteration"))
            : QString("Restore discarded state"));
}

void EditCommands::followDocument(const QString& path) {
  path_ = path;
  guard_.followDocument(path);
}

void EditCommands::connectStrips() {
  if (workspace_.editor == nullptr) return;
  connect(restored_, &RestoredStrip::discardWanted, this, &EditCommands::discard);
  connect(workspace_.editor, &Editor::changed, restored_, [this] {
    if (!workspace_.editor->modified()) restored_->hide();
  });
}

// Reads the document again, so that the run starts over.
void EditCommands::discard() {
  guard_.ask(WorkGuard::Ends::state, "discard the edits", "discard the edits",
             [this] { workspace_.editor->discard(); });
}

// Saves what is edited in the focused view, else the document. Success shows in the title; failures
// are reported as messages.
void EditCommands::save(bool elsewhere) {
  if (elsewhere || !docks_.focusedView()->save()) saveDocument(elsewhere);
}

void EditCommands::saveDocument(bool elsewhere) {
  if (workspace_.editor == nullptr || !(elsewhere || workspace_.editor->editing())) return;
  QString path = path_;
  const bool model = model_format_at(path.toStdString()) != nullptr;
  if (model)
    path = QDir(QFileInfo(path).path()).filePath(QFileInfo(path).completeBaseName() + ".ngraph");
  const QString shown = shownFile(workspace_);
  const bool made = !programOf(workspace_, path).isEmpty();
  if (made) path = QDir(QFileInfo(shown).path()).filePath(documentBaseName(shown) + ".ngraph");
  if (elsewhere || model || made || path.isEmpty()) {
    path = QFileDialog::getSaveFileName(restored_->window(), "Save the document",
                                        path.isEmpty() ? "untitled.ngraph" : path,
                                        "ngraph documents (*.ngraph)");
    if (path.isEmpty()) return;
    if (QFileInfo(path).suffix().isEmpty()) path += ".ngraph";
  }
  path = QFileInfo(path).absoluteFilePath();
  // The dialog of files asks by itself.
  if (path == path_ && !elsewhere && watch_.refusesSave(path)) return sayChangedOnDisk(path);
  const EditAnswer answer = workspace_.editor->save(path);
  if (answer.good) {
    watch_.noteSaved();
    emit saved();
  }
  if (!answer.good || !answer.details.isEmpty()) sayOutcome(answer);
}

void EditCommands::sayChangedOnDisk(const QString& path) {
  emit workspace_.messages.message(WatchedFile::refusalOfSave(
      path, "use File > Save as… or File > Reload (Ctrl+R), which discards the edits."));
}

void EditCommands::sayOutcome(const EditAnswer& answer) {
  Diagnostic diagnostic;
  if (answer.good) {
    diagnostic.severity = Severity::warning;
    diagnostic.what = "Saved, except for " + answer.details.toStdString() + ".";
    diagnostic.action =
        "They stay in the window. Finish or remove unfinished ops, copy images into the document's "
        "folder and choose them there, and save again.";
  } else {
    diagnostic.what = "The document was not saved: " + answer.text.toStdString();
    diagnostic.action = answer.details.toStdString();
  }
  // The message waits until the document is compiled under its new path; the strip is cleared then.
  const bool compiles = workspace_.compilations.compileProgress().busy;
  if (!answer.good || !compiles) return emit workspace_.messages.message(diagnostic);
  connect(
      &workspace_.compilations, &Compilations::compilationChanged, this,
      [this, diagnostic] { emit workspace_.messages.message(diagnostic); },
      static_cast<Qt::ConnectionType>(Qt::QueuedConnection | Qt::SingleShotConnection));
}

}  // namespace ng::views
