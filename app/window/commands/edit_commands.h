// SPDX-License-Identifier: Apache-2.0
// Commands that edit the document: save, discard, undo, redo, and the question before a command
// that would lose edits.
#pragma once

#include <functional>

#include "app/window/commands/actions.h"
#include "app/window/docks.h"
#include "app/window/restored_strip.h"
#include "app/window/unsaved_strip.h"
#include "views/core/workspace.h"

namespace ng::views {

class EditCommands : public QObject {
  Q_OBJECT

 public:
  // The strips are created here; the window's layout deletes them.
  EditCommands(Workspace& workspace, Actions& actions, Docks& docks);

  UnsavedStrip& unsaved() { return *unsaved_; }
  RestoredStrip& restored() { return *restored_; }

  void addActions();  // all but "file.new", which exists
  // `path` of the shown document. Drops the question if its document has no edits any more or is
  // closed; it would discard other edits.
  void followDocument(const QString& path);
  // Runs a command that would lose unsaved edits after the user has saved or discarded them; at
  // once if there are none. `words` and `verb`: see UnsavedStrip::Command.
  void leaveEdits(const QString& words, const QString& verb, std::function<void()> run);

 signals:
  void asked();  // the strip must be visible
  void saved();  // the workbench itself wrote the file

 private:
  void connectStrips();
  void followEdits();
  bool undoesPasses(bool undo) const;  // whether undo applies to pipeline steps instead of edits
  void save(bool elsewhere);
  void sayOutcome(const EditAnswer& answer);

  Workspace& workspace_;
  Actions& actions_;
  Docks& docks_;
  UnsavedStrip* unsaved_;
  RestoredStrip* restored_;
  QString path_;
};

}  // namespace ng::views
