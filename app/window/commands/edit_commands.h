// SPDX-License-Identifier: Apache-2.0
// Commands that edit the document: save, discard, undo, redo, and the bars that ask about edits.
#pragma once

#include <functional>

#include "app/window/commands/actions.h"
#include "app/window/commands/work_guard.h"
#include "app/window/docks.h"
#include "app/window/file_watch.h"
#include "app/window/restored_strip.h"
#include "views/core/workspace.h"

namespace ng::views {

class EditCommands : public QObject {
  Q_OBJECT

 public:
  // The strips are created here; the window's layout deletes them.
  EditCommands(Workspace& workspace, Actions& actions, Docks& docks, FileWatch& watch);

  WorkGuard& guard() { return guard_; }
  UnsavedStrip& unsaved() { return guard_.bar(); }
  RestoredStrip& restored() { return *restored_; }

  void addActions();                         // all but "file.new", which exists
  void followDocument(const QString& path);  // `path` of the shown document
  // Runs a command that ends the document, when its work is saved or discarded.
  void leave(const QString& words, const QString& verb, std::function<void()> run) {
    guard_.ask(WorkGuard::Ends::document, words, verb, std::move(run));
  }

 signals:
  void saved();  // the document's file is written

 private:
  void connectStrips();
  void followEdits();
  void followDiscarded();
  void discard();
  bool undoesPasses(bool undo) const;  // whether undo applies to pipeline steps instead of edits
  void save(bool elsewhere);
  void saveDocument(bool elsewhere);
  void sayOutcome(const EditAnswer& answer);
  void sayChangedOnDisk(const QString& path);

  Workspace& workspace_;
  Actions& actions_;
  Docks& docks_;
  FileWatch& watch_;
  DiscardedStates states_;
  WorkGuard guard_;
  RestoredStrip* restored_;
  QString path_;
};

}  // namespace ng::views
